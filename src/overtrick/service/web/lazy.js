// Modules and style sheets that are fetched when they are first needed.

/** @type {Record<string, number>} */
const failures = {};

/**
 * A module by its path without `.js`. Browsers remember a fetch that failed, so it is tried again under another name.
 * @template {keyof Modules} Name @param {Name} name @returns {Promise<Modules[Name]>}
 */
export async function load(name) {
  try {
    return await import(`./${name}.js${failures[name] ? `?${failures[name]}` : ""}`);
  } catch (error) {
    failures[name] = (failures[name] ?? 0) + 1;
    throw error;
  }
}

/** @type {Record<string, Promise<unknown>>} */
const sheets = {};

/** A style sheet, once it is there. @param {string} name */
export function loadStyles(name) {
  sheets[name] ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `css/${name}.css`, onload: resolve });
    link.onerror = () => {
      delete sheets[name];
      link.remove();
      reject(new Error(`${name}.css did not come`));
    };
    document.head.append(link);
  });
  return sheets[name];
}
