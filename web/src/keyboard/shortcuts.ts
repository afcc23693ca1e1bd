/** Shortcuts of one character: the shell's, declared here, and a board's, declared in Board.keys. */

import type { Board, BoardTable } from '../board';
import type { Key } from '../i18n/i18n.svelte';
import { isTopmost } from '../kit/modals.svelte';
import { settings } from '../settings.svelte';

/** Every shortcut of the shell and its text in the help, in the help's order. A screen handles some of them; a board may have none of them. */
export const SHELL_KEYS = {
  '?': 'keys.keys',
  r: 'keys.rules',
  l: 'keys.last',
  s: 'keys.scores',
  u: 'keys.undo',
  c: 'keys.chat',
  ' ': 'keys.play',
} as const satisfies Record<string, Key>;

export type ShellKey = keyof typeof SHELL_KEYS;
export type Shortcuts = Partial<Record<ShellKey | 'Escape', () => void>>;

/** Runs the screen's shortcut for this event, if it has one. */
export function runShortcut(shortcuts: Shortcuts, event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1;
  const run = shortcuts[(isCharacter ? event.key.toLowerCase() : event.key) as ShellKey];
  if (!run || isTaken(event) || (isCharacter && !settings.letters)) return;
  event.preventDefault();
  run();
}

/** Passes a key that the board declares to the board. */
export function runBoardKey({ keys = [] }: Pick<Board, 'keys'>, table: Pick<BoardTable, 'onKey'>, event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  const declared = keys.find((one) => one.keys.includes(key));
  if (!declared || !table.onKey || isTaken(event)) return;
  if (declared.isFocusOnly ? !isIn(event.target, '[data-place]') : !settings.letters) return;
  event.preventDefault();
  table.onKey(key);
}

/** Whether the key belongs to somebody else: the browser, an open modal, a text field, or a handler that has used it. */
function isTaken(event: KeyboardEvent): boolean {
  return event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !isTopmost() || isIn(event.target, TEXT_FIELDS);
}

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]';
const isIn = (target: EventTarget | null, selector: string) => target instanceof Element && Boolean(target.closest(selector));

/** Throws where a board declares a key of the shell, a key twice, or anything but single characters in lower case. */
export function checkKeys(game: string, keys: Board['keys'] = []): void {
  const declared = keys.flatMap((one) => one.keys);
  for (const [i, key] of declared.entries()) {
    if (key in SHELL_KEYS) throw new Error(`${game}: expected a board key other than the shell's ${Object.keys(SHELL_KEYS).map((one) => `'${one}'`).join(', ')}; found '${key}'`);
    if (key.length !== 1 || key !== key.toLowerCase()) throw new Error(`${game}: expected a board key of one character in lower case; found '${key}'`);
    if (declared.indexOf(key) < i) throw new Error(`${game}: expected each board key once; found '${key}' twice`);
  }
}
