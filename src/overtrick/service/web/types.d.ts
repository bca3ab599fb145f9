// The types of the page, for `make check-web` alone: no browser reads this file. They are global, so the modules name
// them in comments without importing them.

// The game

type Seat = "N" | "E" | "S" | "W";
type Side = "NS" | "EW";
type Suit = "S" | "H" | "D" | "C";
type Strain = Suit | "N";
type Vulnerability = "None" | "NS" | "EW" | "All";
/** P, X, XX or a bid such as 4S; N is notrump. */
type Call = string;
/** A suit and a rank: SA. */
type Card = string;
/** Spades first: AKJT985.6.A76.84. */
type Hand = string;
type Hands = Readonly<Record<Seat, Hand | null>>;
type Board = Readonly<{ no: number; dealer: Seat; vul: Vulnerability; hands: Hands }>;
type Contract = { bid: Call; doubled: "" | "X" | "XX"; declarer: Seat };
type BySeat<T> = Record<Seat, T>;
type BySuit<T> = Record<Suit, T>;
type ByStrain<T> = Record<Strain, T>;

// The state and what changes it

type View = "table" | "boards" | "hand" | "systems" | "practice" | "play";
type Branch = Readonly<{ from: number; calls: readonly Call[] }>;
type Given = readonly [Card, Seat];
/** What decides: IMPs, matchpoints, total points. */
type Score = "IMPs" | "MP" | "points";

interface State {
  readonly view: View;
  readonly path: readonly string[];
  readonly board: Board;
  readonly line: readonly Call[];
  readonly at: number;
  readonly branches: readonly Branch[];
  readonly branch: number | null;
  readonly viewer: Seat | "turn";
  readonly us: string;
  readonly them: string;
  /** The text of an edited system. */
  readonly card: string | null;
  readonly score: Score;
  readonly seed: number;
  readonly give: readonly Given[];
  readonly show: "all" | "mine";
  readonly heat: "chance" | "shift";
}

type Action =
  | { type: "view"; view: View; path?: readonly string[] }
  | { type: "link"; state: State }
  | {
      type: "board";
      board: Partial<Board>;
      line?: readonly Call[];
      at?: number;
      view?: View;
      values?: Partial<Pick<State, "us" | "them">>;
    }
  | { type: "hands"; hands: Hands }
  | { type: "conditions"; dealer?: Seat; vul?: Vulnerability; no?: number }
  | { type: "call"; call: Call }
  | { type: "at"; at: number }
  | { type: "whatif" }
  | { type: "branch"; branch: number | null }
  | { type: "give"; card: Card; seat: Seat }
  | { type: "set" | "systems"; values: Partial<State> };

interface Timeline {
  readonly past: readonly State[];
  readonly now: State;
  readonly future: readonly State[];
}

type Player = "partner" | "lho" | "rho";
/** What a chart was drawn from and that may be read as a table. */
type Chart = "hidden" | "contract" | "auction";

/** What is only looked at: no part of a link, nothing to undo. */
interface Looks {
  tab: string;
  editing: boolean;
  typed: Partial<Record<Seat, string>>;
  picked: Card | null;
  call: number | null;
  asked: Call | null;
  tapped: Call | null;
  level: number | null;
  candidate: Call | null;
  whyNot: Call | null;
  asTable: Partial<Record<Chart, boolean>>;
  read: { player: Player; points: number } | null;
  heatAt: { player: Player; card: Card } | null;
  suitOpen: { player: Player; suit: Suit } | null;
  declarer: Seat | null;
  cell: Call | null;
  dialog: "menu" | "help" | null;
  /** The word that is explained. */
  term: HTMLElement | null;
  wrong: PasteError | null;
  toast: string | null;
  hideAdvice: boolean;
  /** The text in the editor of systems, and as far as it has been sent to be checked. */
  draft: { text: string; checked: string } | null;
  sort: { by: number; down: boolean } | null;
  search: string | null;
  tree: { open: readonly string[]; at: string | null };
  match: string | null;
  trump: string;
  count: string | null;
  /** The cards that are played, all hands seen, and how many of them so far. */
  play: { cards: readonly Card[]; at: number } | null;
}

interface PasteError {
  message: string;
  text: string;
  line: number | null;
  column: number | null;
}

interface Settings {
  theme: string;
  text: string;
  suits: string;
  ten: string;
  motion: string;
  keys: boolean;
  twoTap: boolean;
  practice: string;
  regulation: Regulation;
}

// Drawing

type Child = string | number | Drawn | readonly Child[] | null | undefined | false;
type Heard<E> = E & { target: HTMLInputElement; currentTarget: HTMLElement };
type Listeners = { [T in keyof HTMLElementEventMap]?: (event: Heard<HTMLElementEventMap[T]>) => unknown };
type Props = { key?: string; on?: Listeners; style?: Record<string, string>; [attribute: string]: unknown };
interface Drawn {
  tag: string;
  props: Props;
  children: (string | number | Drawn)[];
}

type App = import("./app.js").App;

/** The modules that are fetched when they are first needed. */
interface Modules {
  "actions/commands": typeof import("./actions/commands.js");
  "drawing/chart-tables": typeof import("./drawing/chart-tables.js");
  "panels/advice-details": typeof import("./panels/advice-details.js");
  "panels/board-review": typeof import("./panels/board-review.js");
  "panels/branches": typeof import("./panels/branches.js");
  "panels/call-meanings": typeof import("./panels/call-meanings.js");
  "panels/contract-details": typeof import("./panels/contract-details.js");
  "panels/dialogs": typeof import("./panels/dialogs.js");
  "panels/explorer": typeof import("./panels/explorer.js");
  "panels/help": typeof import("./panels/help.js");
  "panels/hand-editor": typeof import("./panels/hand-editor.js");
  "panels/lead": typeof import("./panels/lead.js");
  "panels/no-verdict": typeof import("./panels/no-verdict.js");
  "panels/phone": typeof import("./panels/phone.js");
  "server/jobs": typeof import("./server/jobs.js");
  "state/link-reader": typeof import("./state/link-reader.js");
  "state/link-writer": typeof import("./state/link-writer.js");
  "views/boards": typeof import("./views/boards.js");
  "views/hand": typeof import("./views/hand.js");
  "views/play": typeof import("./views/play.js");
  "views/practice": typeof import("./views/practice.js");
  "views/systems": typeof import("./views/systems.js");
  "views/table": typeof import("./views/table.js");
}

// What the server answers

/** A part of a text: words, a suit, or a call. A field `x` with suits in it may come with its pieces as `x_marked`. */
type Piece = string | { suit: Suit } | { call: Call };
type Bounds = [number, number];

interface Meaning {
  hcp: Bounds;
  lengths: BySuit<Bounds>;
  balanced: boolean | null;
  forcing: string;
  artificial: boolean;
  alert: boolean;
  /** How the call is told to the opponents, by regulation. */
  alerts?: Record<Regulation, Alert>;
  /** The words of an announcement. */
  announce?: string;
  /** Of the convention. */
  name?: string;
  text: string;
  text_marked?: Piece[];
  kind: string;
}

type Regulation = "acbl" | "ebu";
/** A delayed alert is explained after the auction. */
type Alert = "no" | "alert" | "announce" | "delayed";

interface Requirement {
  text: string;
  text_marked?: Piece[];
  ok: boolean;
  yours: string;
  yours_marked?: Piece[];
}

type Interval = { mean: number; low: number; high: number };

interface Candidate {
  call: Call;
  probability: number;
  rule: string;
  /** The file and line of the rule; empty where natural bidding made the call. */
  source: string;
  meaning: Meaning;
  requires: Requirement[];
  is_system: boolean;
  imps?: Interval | null;
  matchpoints?: Interval | null;
  /** The hand is not what the call shows. */
  strays?: boolean;
  /** Against the call advised, in the unit of the scoring; `punished` if the opponents know that it strays. */
  gain?: Interval | null;
  punished?: Interval | null;
  contracts?: { contract: string; p: number }[];
}

/** The call, and as far as the simulation has come, its reasons; without a network what the rule says. */
interface Advice {
  call: Call;
  by: Seat;
  rule: string;
  source: string;
  meaning: Meaning;
  requires: Requirement[];
  kind: string;
  candidates?: Candidate[];
  probabilities?: Record<Call, number>;
  system_call?: Call;
  network_call?: Call;
  simulation_call?: Call;
  why_not?: Record<Call, string>;
  why_not_marked?: Record<Call, Piece[]>;
  passed_over?: { call: Call; fails: Requirement[] }[];
  support?: { word: string; count: number };
  posterior?: Posterior | null;
  layouts?: number;
  effective_samples?: number;
  made?: { call: Call; grade: string; judge?: string | null };
  /** Why the hand and the calls do not go together. */
  contradiction?: string | null;
  contradiction_marked?: Piece[];
  /** How far to trust the figures. */
  caution?: string;
  caution_marked?: Piece[];
  /** What wins only while the opponents believe it. */
  deceptive?: { call: Call; plain: Interval; punished: Interval } | null;
  contracts?: Candidate["contracts"];
}

interface Chances {
  hcp: number[];
  lengths: BySuit<number[]>;
  cards: Record<Card, number>;
}

interface HiddenHand extends Chances {
  mean_hcp: number;
  hcp_range: Bounds;
  shapes: { shape: string; p: number }[];
  prior: Chances;
}

type Posterior = { players: Record<Player, HiddenHand> };
type ExplainedCall = Meaning & { call: Call };
type TreeCall = Meaning & { call: Call; share: number; hand?: Hand };
type Rule = {
  id: string;
  call: string;
  call_marked?: Piece[];
  hand: string;
  hand_marked?: Piece[];
  text: string;
  text_marked?: Piece[];
  source: string;
};
type Situation = { when: string; when_marked?: Piece[]; rules: Rule[] };
type Tricks = BySeat<ByStrain<number>>;
type Swing = {
  board: number;
  dealer: Seat;
  vul: Vulnerability;
  deal: string;
  auctions: string[];
  imps: number;
  results: string[];
};
type BoardLine = {
  deal: string;
  dealer?: Seat;
  vul?: Vulnerability;
  board?: number;
  auction?: string;
  result?: string;
  players?: Partial<BySeat<string>>;
  play?: Card[];
  tags?: Record<string, string>;
};

/** A call that was made, looked at again. */
interface CallReview {
  place: number;
  by: Seat;
  call: Call;
  /** ! for a call better than the card's, ?!, ? and ?? for faults, !? where it is not what it shows. */
  mark: string;
  better: Call;
  lost: Interval | null;
  cost: number;
  /** Opening, response, rebid, competing, doubling or slam. */
  about: string;
  broken: string | null;
  broken_marked?: Piece[];
  why: string;
  why_marked?: Piece[];
}

/** The opening lead that was made, looked at again. */
interface LeadReview {
  by: Seat;
  card: Card;
  mark: string;
  better: Card;
  cost: number;
  why: string;
  why_marked?: Piece[];
}

/** What a player did that has a mark: a call, or a lead after all calls. */
type Deed = CallReview | (LeadReview & { place: number; about: "lead" });

/** A board that was bid; scores are North-South's, `lost` is what the calls of a side cost. */
interface BoardReview {
  calls: CallReview[];
  lead?: LeadReview | null;
  reached: string;
  score: number;
  par: Par;
  against_par: number;
  lost: Record<Side, number>;
  luck: number;
  /** What was wrong in the double-dummy table of the file; else empty. */
  table_trouble: string;
  /** North-South's scores at the other tables of the file's score table, and their share of the matchpoints. */
  elsewhere?: number[];
  share?: number | null;
}

/** A card that may be led: the defenders' tricks, the chance to beat the contract, what it wins against the best. */
type LeadCard = { card: Card; tricks: Interval; beats: Interval; gain: Interval; usual: boolean };

interface Lead {
  card: Card;
  by: Seat;
  cards: LeadCard[];
  reasons: string[];
  reasons_marked?: Piece[][];
  layouts: number;
}

/** Declarer's tricks after each card that may be played, and before the lead and after every card so far. */
interface CardsOfPlay {
  turn: Seat | null;
  cards: { card: Card; tricks: number }[];
  tricks: number[];
  won: number;
}

interface Explanation {
  calls: ExplainedCall[];
  shown: BySeat<{ hcp: Bounds; lengths: BySuit<Bounds> }>;
}

interface ContractChances {
  chances: Record<"N" | "S", ByStrain<number[]>>;
  expected_scores?: Record<"N" | "S", ByStrain<(number | null)[]>>;
}

/** Tricks by declarer; with par where they were solved. */
interface DealTricks {
  tricks: Tricks;
  par?: Par;
}

type Par = { score: number; contracts: string[] };

interface Counts {
  hand: Hand;
  trump: Strain | null;
  evaluators: Record<string, number>;
  partner_evaluators?: Record<string, number>;
  together?: Record<string, { strength: number; tricks: number | null }>;
  says: Record<string, string>;
}

interface SystemCheck {
  ok: boolean;
  errors: { message: string; line?: number; column?: number }[];
}

interface Match {
  imps_per_board: number;
  standard_error: number;
  won: number;
  tied: number;
  lost: number;
  boards: number;
  swings: Swing[];
}

/** The answer to each kind of question. */
/** Who calls for the machine. */
type Strength = "card" | "network" | "improved";

/** A board against the machine; the other room and the IMPs come when the auction is over. */
interface PlayedBoard {
  board: BoardLine;
  seed: number;
  is_over: boolean;
  other?: BoardLine;
  imps?: number;
  points?: number;
}

interface Replies {
  advise: Advice;
  bid: Advice;
  cards: CardsOfPlay;
  chance: ContractChances;
  contract: { ranked: { contract: string; p: number }[] };
  convert: { text: string };
  dd: DealTricks & { par: Par };
  deal: { boards: BoardLine[]; seed: number };
  eval: Counts;
  explain: Explanation;
  lead: Lead;
  match: Match;
  parse: { boards: BoardLine[]; errors: { message: string }[]; unended: number };
  play: PlayedBoard;
  posterior: Posterior;
  review: BoardReview;
  tricks: DealTricks;
  "systems/check": SystemCheck;
  "systems/played": { boards: Record<Side, string>[] };
  "systems/tree": { sections: { title: string; calls: TreeCall[] }[] };
  [card: `GET systems/${string}`]: { text: string; situations: Situation[] };
}

/** An answer as far as it is there. While it loads, `data` is old: what its slot last showed, and `about` is of it. */
interface Answer<T, A = unknown> {
  status: "empty" | "loading" | "partial" | "ready" | "error";
  data: T | null;
  about?: A;
  isOld?: boolean;
  note?: string;
  error?: string;
  /** It is asked again by itself. */
  isTriedAgain?: boolean;
  retry?: () => void;
  isStopped?: boolean;
}

type Question = Record<string, unknown>;
type AdviceAnswer = Answer<Advice> & { question: (Question & { layouts: number }) | null };
