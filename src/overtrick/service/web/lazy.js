// What is fetched when it is first needed.

const failures = {};

/** A module of the page. Browsers remember a fetch that has failed, so it is tried again under another name. */
export async function later(path) {
  try {
    return await import(failures[path] ? `${path}?${failures[path]}` : path);
  } catch (error) {
    failures[path] = (failures[path] ?? 0) + 1;
    throw error;
  }
}

const sheets = {};

/** A style sheet, once it is there. */
export function sheet(name) {
  sheets[name] ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `css/${name}.css`, onload: resolve });
    link.onerror = () => {
      delete sheets[name];
      link.remove();
      reject(new Error(`${name}.css did not come`));
    };
    document.head.append(link);
  });
  return sheets[name];
}
