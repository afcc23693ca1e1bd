// Made by `make types` from src/filon/house/protocol/: change that, not this.

export const PROTOCOL = 4;
export const MESSAGE = 8192; // bytes, the most a client may send at once

export const UNKNOWN = -128; // in a view: not for this seat to know
export const NONE = -127; // nothing there
export const CHANCE = -126; // throws dice, shuffles
export const HAND = -125; // decides whether a steal was clean
export const TIME = -124; // turns up when the sand is out
export const NOBODY = -123; // the game is over
export const SPECTATOR = -122; // looks on; only ever asks for a view
export const NEVER = 2147483647; // a time that does not come

/** What is around the table: sent whole when it has changed. */
export interface Around {
  status: string;
  people: Person[];
  is_host?: boolean; // false where left out
  may_begin?: boolean; // and seat robots: as the host, or as somebody who sits while the host is away for long; false where left out
  invite?: string; // to those who sit; "" where left out
  watching?: number; // 0 where left out
  sent_away?: SentAway[]; // to the host, who may let them come back; [] where left out
  rematch?: string; // the table where it goes on; "" where left out
  rematch_invite?: string; // which lets everybody who is here in; "" where left out
  scores?: number[]; // [] where left out
  winners?: number[]; // [] where left out
  ending?: string; // "" where left out
}

export interface AskHint {
  seat: number;
}

export interface BeganLine {
  line: "began";
  seq: number;
  when: number;
  leaves?: string[]; // hashes of the hidden items of the set-up; [] where left out
}

export interface Begin {
  command: "begin";
  id: string;
}

export interface CarriedLine {
  line: "carried";
  seq: number;
  when: number;
  seat: number;
}

/** Set the table up differently while it waits; what is left out stays. */
export interface Change {
  command: "change";
  id: string;
  options?: Record<string, unknown>; // {} where left out
  seats?: number | null;
  is_public?: boolean | null;
  pace?: "live" | "post" | null;
  hints?: boolean | null;
}

/** The host set the table up differently; what stays is left out. */
export interface ChangedLine {
  line: "changed";
  seq: number;
  when: number;
  options?: Record<string, unknown>; // {} where left out
  seats?: number;
  is_public?: boolean;
  pace?: string;
  hints?: boolean;
}

export interface Close {
  command: "close";
  id: string;
}

export interface ClosedLine {
  line: "closed";
  seq: number;
  when: number;
}

/** A new device; a browser gets its secret as a cookie instead. */
export interface Device {
  token: string;
}

/** The command was run, and its events end in line `seq`; sent again, it gets the same answer. */
export interface Done {
  says: "done";
  id: string;
  seq: number;
  carry?: string; // the pass of Lend; "" where left out
  attempt?: number; // of a Grab; 0 where left out
  pull?: Record<string, unknown>; // of a Grab: all that is needed to draw it; {} where left out
  table?: string; // of a Rematch; "" where left out
}

/** A line of a finished game, and the table after it where it changed; without what is printed. */
export interface Frame {
  line: Line;
  view?: unknown;
}

export interface GameCard {
  game: string;
  name: string;
  designer: string;
  publisher: string;
  age: number;
  minutes: number; // that a game takes, about; 0 where nobody has said
  difficulty: number; // to learn: 1 easy, 2 medium, 3 demanding
  seats: number[];
  official: number[];
  rules: number;
  options: OptionCard[];
  robots: string[];
}

export interface Games {
  games: GameCard[];
}

/** The hand takes hold; Done shows what a pull needs to be drawn. */
export interface Grab {
  command: "grab";
  id: string;
}

/** The first message, and again to look from another seat of one's own. */
export interface Hello {
  command: "hello";
  table: string;
  seat?: number; // -122 where left out
  after?: number; // the last line heard; 0 where left out
  token?: string | null; // for clients without the cookie: the device's secret
  invite?: string; // "" where left out
  carry?: string; // a pass that moves the seat to this device; "" where left out
}

/** What a good robot would do on this seat, and why. */
export interface Hint {
  move: number;
  seq: number; // the last line it knew of
  reason: string; // reason.KEY in the game's words; empty for none
  values: Record<string, number>; // its values
}

export interface Kick {
  command: "kick";
  id: string;
  seat: number;
}

export interface Leave {
  command: "leave";
  id: string;
  seat: number;
}

export interface LeftLine {
  line: "left";
  seq: number;
  when: number;
  seat: number;
  was_sent?: boolean; // by the host; false where left out
}

/** A pass to move one's seat to another device. */
export interface Lend {
  command: "lend";
  id: string;
  seat: number;
}

export interface LentLine {
  line: "lent";
  seq: number;
  when: number;
  seat: number;
}

/** A table in the lobby. */
export interface Listed {
  table: string;
  game: string;
  status: string;
  seats: number;
  names: string[];
  robots: string[];
  numbers: number[]; // by seat: of a robot that is named after its level, from 1 on; else 0
  is_public: boolean;
  pace: string;
  since: number;
  yours?: number[]; // [] where left out
  is_host?: boolean; // false where left out
  is_shared?: boolean; // everybody who has the address may look at the finished game; false where left out
  scores?: number[]; // [] where left out
  winners?: number[]; // [] where left out
  actor?: number; // by post: the seat whose turn it is; -123 where left out
}

export interface Made {
  table: string;
  invite: string;
}

/** A move as this client may know it. */
export interface MovedLine {
  line: "moved";
  seq: number;
  seat: number;
  at: number; // hundredths of a second on the table's clock
  move?: Record<string, unknown>; // empty where the client may know nothing of it; {} where left out
  arrived?: number; // -1 where left out
  credit?: number; // 0 where left out
  leaf?: string; // "" where left out
  proofs?: Proof[]; // [] where left out
}

/** What each id of a game's moves stands for. */
export interface Moves {
  game: string;
  rules: number;
  moves: Record<string, unknown>[];
}

export interface Mute {
  command: "mute";
  id: string;
  seat: number;
  on: boolean;
}

export interface MutedLine {
  line: "muted";
  seq: number;
  when: number;
  seat: number;
  on?: boolean; // false where left out
}

export interface NewLesson {
  name: string;
}

export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>; // {} where left out
  name?: string | null; // sit down at once, on the first chair
  entropy?: string; // "" where left out
  robots?: string[]; // for the last chairs; [] where left out
  is_public?: boolean; // false where left out
  pace?: "live" | "post"; // "live" where left out
  begin?: boolean; // at once, if every chair is taken; false where left out
  hints?: boolean | null; // whether there are hints; left open, where all others are robots
}

export interface News {
  says: "news";
  seq: number; // the last line told
  lines: Line[];
  around?: Around;
  view?: unknown; // the whole table as this client may see it, without the printed fields of Welcome
  legal?: number[]; // [] where left out
  ready?: number; // from when on they may be played, on the table's clock; 0 where left out
  clock?: number; // the table's clock now, in hundredths of a second; 0 where time does not matter; 0 where left out
  actor?: number; // whose move it is; while Hand decides, whose hand it is; -123 where left out
}

export interface OpenedLine {
  line: "opened";
  seq: number;
  when: number;
}

export interface OptionCard {
  name: string;
  values: unknown[];
  default: unknown;
  clause: string;
  each_seat: boolean;
}

/** The server stood still for so long, and the table's clock waited. */
export interface PausedLine {
  line: "paused";
  seq: number;
  when: number;
  milliseconds: number;
}

/** A chair as everybody sees it. */
export interface Person {
  name?: string; // "" where left out
  robot?: string; // level of the robot that plays; "" where left out
  number?: number; // of a robot that is named after its level: tells them apart, from 1 on; 0 where left out
  is_vacant?: boolean; // its player has gone for good, and everybody may take it; false where left out
  is_held?: boolean; // by a person, who may be away or have a robot play; false where left out
  is_here?: boolean; // false where left out
  is_yours?: boolean; // false where left out
  is_muted?: boolean; // false where left out
  may_replace?: boolean; // away for so long that anybody may call a robot; false where left out
  away?: number; // for how long by now, in milliseconds, whole seconds of them; 0 where left out
  robot_from?: number; // from when on anybody may call a robot, in milliseconds since 1970; 0 while nobody waits for this player; 0 where left out
}

export interface PhraseLine {
  line: "phrase";
  seq: number;
  when: number;
  seat: number;
  phrase: string;
}

export interface Ping {
  says: "ping";
  number: number;
}

export interface Play {
  command: "play";
  id: string;
  move: number;
}

export interface Pong {
  command: "pong";
  number: number;
}

/** Why a request was refused; nothing was changed. */
export interface Problem {
  reason: string;
  detail: string;
}

/** What a hidden item was; with its salt it fits the leaf published before. */
export interface Proof {
  item: number;
  value: number;
  salt: string;
}

/** A piece of the hand's path: milliseconds since the grab, x, y. */
export interface Pull {
  command: "pull";
  id: string;
  attempt: number;
  samples: [number, number, number][];
  is_last?: boolean; // false where left out
}

/** Let somebody come back who was sent away. */
export interface Readmit {
  command: "readmit";
  id: string;
  number: number; // of the line that sent them away, as in Around
}

/** The host lets somebody come back who was sent away. */
export interface ReadmittedLine {
  line: "readmitted";
  seq: number;
  when: number;
}

/** The command changed nothing, and why. */
export interface Refused {
  says: "refused";
  id: string;
  reason: string;
  clause?: string; // "" where left out
  detail?: string; // "" where left out
}

/** The same people at a new table; where all others are robots the game begins at once. */
export interface Rematch {
  command: "rematch";
  id: string;
  options?: Record<string, unknown>; // {} where left out
  entropy?: string; // "" where left out
}

export interface RematchLine {
  line: "rematch";
  seq: number;
  when: number;
  table: string;
}

/** A finished game played again, from one viewpoint, or with everything open. */
export interface Replay {
  table: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  content: Record<string, unknown>;
  names: string[];
  robots: string[]; // by seat: the robot that played it at the end, or empty
  numbers: number[]; // by seat: of a robot that is named after its level, from 1 on; else 0
  seat: number;
  is_open: boolean; // nothing is hidden
  printed: Record<string, unknown>; // what never changes on the table: a part of every view
  frames: Frame[];
  scores: number[];
  winners: number[];
  ending: string;
}

/** Take one's seat back from its robot. */
export interface Return {
  command: "return";
  id: string;
  seat: number;
}

export interface ReturnedLine {
  line: "returned";
  seq: number;
  when: number;
  seat: number;
}

/** A robot for this seat: one's own, a free one, or that of somebody who is away. */
export interface Robot {
  command: "robot";
  id: string;
  seat: number;
  level: string;
}

export interface RobotLine {
  line: "robot";
  seq: number;
  when: number;
  seat: number;
  level: string;
  name?: string; // "" where left out
  number?: number; // of a robot that is named after its level: tells them apart, from 1 on; 0 where left out
}

export interface SaidLine {
  line: "said";
  seq: number;
  when: number;
  seat: number;
  text: string;
}

export interface SatLine {
  line: "sat";
  seq: number;
  when: number;
  seat: number;
  name: string;
  entropy?: string; // the player's share of chance; "" where left out
}

export interface Say {
  command: "say";
  id: string;
  text: string;
}

export interface SayPhrase {
  command: "phrase";
  id: string;
  phrase: string;
}

export interface SentAway {
  number: number; // of the line that says so
  name: string;
}

/** Everybody who has its address may look at the finished game. */
export interface SharedLine {
  line: "shared";
  seq: number;
  when: number;
  seat: number;
}

export interface Sit {
  command: "sit";
  id: string;
  seat: number;
  name: string;
  entropy?: string; // "" where left out
  own?: Record<string, unknown>; // options that a seat may choose for itself; {} where left out
}

export interface Tables {
  own: Listed[];
  public: Listed[];
}

/** The moves after line `back_to` do not count. */
export interface TookBackLine {
  line: "took-back";
  seq: number;
  seat: number;
  at: number;
  back_to: number;
}

/** A game as the terminal and the arena write it. */
export interface Transcript {
  text: string;
}

export interface Undo {
  command: "undo";
  id: string;
}

export interface VacatedLine {
  line: "vacated";
  seq: number;
  when: number;
  seat: number;
  level: string;
  was_sent?: boolean; // by the host; false where left out
}

/** What does not change during the game: the answer to Hello, and again when the host has changed it, and when the game begins. */
export interface Welcome {
  says: "welcome";
  protocol: number;
  table: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  content: Record<string, unknown>;
  seat: number;
  pace: string;
  is_public: boolean;
  commit: string;
  phrases: string[];
  seq: number;
  hints: boolean; // a robot may be asked what it would do
  printed: Record<string, unknown>; // once the game has begun: the fields of every view that never change; a client adds them to each view
}

export type AnyCommand =
  | Begin
  | Change
  | Close
  | Grab
  | Kick
  | Leave
  | Lend
  | Mute
  | Play
  | Pull
  | Readmit
  | Rematch
  | Return
  | Robot
  | Say
  | SayPhrase
  | Sit
  | Undo;

export type FromClient =
  | Begin
  | Change
  | Close
  | Grab
  | Hello
  | Kick
  | Leave
  | Lend
  | Mute
  | Play
  | Pong
  | Pull
  | Readmit
  | Rematch
  | Return
  | Robot
  | Say
  | SayPhrase
  | Sit
  | Undo;

export type Line =
  | BeganLine
  | CarriedLine
  | ChangedLine
  | ClosedLine
  | LeftLine
  | LentLine
  | MovedLine
  | MutedLine
  | OpenedLine
  | PausedLine
  | PhraseLine
  | ReadmittedLine
  | RematchLine
  | ReturnedLine
  | RobotLine
  | SaidLine
  | SatLine
  | SharedLine
  | TookBackLine
  | VacatedLine;

export type ToClient = Done | News | Ping | Refused | Welcome;
