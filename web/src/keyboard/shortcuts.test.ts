import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardKey } from '../board';
import { pushModal } from '../kit/modals.svelte';
import { saveSettings } from '../settings.svelte';
import { checkKeys, runBoardKey, runShortcut, SHELL_KEYS } from './shortcuts';

class FakeElement {
  constructor(private readonly selector: string) {}
  closest(selectors: string): FakeElement | null {
    return selectors.includes(this.selector) ? this : null;
  }
}
const PLACE = new FakeElement('[data-place]');
const TEXT_FIELD = new FakeElement('textarea');
const press = (key: string, more = {}) => ({ key, preventDefault: vi.fn(), defaultPrevented: false, target: null, ...more }) as unknown as KeyboardEvent;

const run = vi.fn();
beforeEach(() => {
  run.mockClear();
  vi.stubGlobal('Element', FakeElement);
});
afterEach(() => {
  saveSettings({ letters: true });
  vi.unstubAllGlobals();
});

describe('a shortcut of the shell', () => {
  const shortcuts = { s: run, Escape: run };

  test.each<[string, KeyboardEvent, boolean]>([
    ['acts', press('s'), true],
    ['acts in upper case', press('S'), true],
    ['acts by a key’s name', press('Escape'), true],
    ['does not act for another letter', press('x'), false],
    ['does not act with Ctrl, which is the browser’s', press('s', { ctrlKey: true }), false],
    ['does not act where a board has used it', press('s', { defaultPrevented: true }), false],
    ['does not act again while the key is held', press('s', { repeat: true }), false],
    ['does not act while somebody types', press('s', { target: TEXT_FIELD }), false],
  ])('%s', (_, event, isActing) => {
    runShortcut(shortcuts, event);
    expect(run).toHaveBeenCalledTimes(Number(isActing));
  });

  test('does not act under a modal, wherever the focus is', () => {
    const close = pushModal(Symbol('modal'));
    runShortcut(shortcuts, press('s'));
    runShortcut(shortcuts, press('Escape'));
    expect(run).not.toHaveBeenCalled();
    close();
    runShortcut(shortcuts, press('s'));
    expect(run).toHaveBeenCalledOnce();
  });

  test('of one character can be turned off; a named key still acts', () => {
    saveSettings({ letters: false });
    runShortcut({ s: run, '?': run }, press('s'));
    runShortcut({ s: run, '?': run }, press('?'));
    expect(run).not.toHaveBeenCalled();
    runShortcut(shortcuts, press('Escape'));
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('a key of a board', () => {
  const keys: BoardKey[] = [
    { keys: ['t'], shown: 'T', what: '' },
    { keys: ['1', '2'], shown: '1 2', what: '', isFocusOnly: true },
  ];
  const pressed = (key: string, more = {}) => {
    runBoardKey({ keys }, { onKey: run }, press(key, more));
    return run.mock.calls.map(([key]) => key as string);
  };

  test('reaches the board', () => expect(pressed('T')).toEqual(['t']));
  test('reaches it only if the board declares it', () => expect(pressed('x')).toEqual([]));
  test('is no error before the board listens', () => expect(() => runBoardKey({ keys }, { onKey: undefined }, press('t'))).not.toThrow());
  test('can be turned off with the letters', () => {
    saveSettings({ letters: false });
    expect(pressed('t')).toEqual([]);
  });
  test('that needs the focus acts only on a place of the board, and cannot be turned off', () => {
    saveSettings({ letters: false });
    expect(pressed('1')).toEqual([]);
    expect(pressed('1', { target: PLACE })).toEqual(['1']);
  });
});

describe('the shell refuses', () => {
  const declare = (...keys: string[]) => () => checkKeys('chess', [{ keys, shown: '', what: '' }]);

  test.each(Object.keys(SHELL_KEYS))('its own key %s', (key) => expect(declare('x', key)).toThrow(`found '${key}'`));
  test('a key twice', () => expect(declare('x', 'y', 'x')).toThrow('twice'));
  test.each(['X', 'Enter', ''])('the key %s, which is no single character in lower case', (key) => expect(declare(key)).toThrow('one character'));
  test('no other keys', () => expect(declare('x', '1', '2')).not.toThrow());
});

const BOARDS = import.meta.glob<{ keys?: BoardKey[] }>(['../../../src/filon/games/*/table/index.ts', '../../../tests/games/*/table/index.ts'], { eager: true });

test.each(Object.entries(BOARDS))('%s declares keys that a board may have', (path, { keys }) => expect(() => checkKeys(path, keys)).not.toThrow());
