import { expect, test, vi } from 'vitest';
import { rise } from '../../kit/over.svelte';
import { like } from '../../settings.svelte';
import { quick } from './keys';

const key = (key: string, more = {}) => ({ key, preventDefault: vi.fn(), defaultPrevented: false, target: null, ...more }) as unknown as KeyboardEvent;

test.each<[string, KeyboardEvent, boolean]>([
  ['a letter acts', key('s'), true],
  ['large as well as small', key('S'), true],
  ['a name acts', key('Escape'), true],
  ['another letter does not', key('x'), false],
  ['nor with Ctrl, which is the browser’s', key('s', { ctrlKey: true }), false],
  ['nor where a board has used it', key('s', { defaultPrevented: true }), false],
])('%s', (_, event, isActing) => {
  const act = vi.fn();
  vi.stubGlobal('Element', class {});
  quick({ s: act, Escape: act }, event);
  expect(act).toHaveBeenCalledTimes(Number(isActing));
});

test('under a window nothing acts, wherever the focus is', () => {
  const act = vi.fn();
  vi.stubGlobal('Element', class {});
  const close = rise(Symbol('a window'));
  quick({ s: act, Escape: act }, key('s'));
  quick({ s: act, Escape: act }, key('Escape'));
  expect(act).not.toHaveBeenCalled();
  close();
  quick({ s: act }, key('s'));
  expect(act).toHaveBeenCalledOnce();
});

test('letters can be turned off; names of keys still act', () => {
  const act = vi.fn();
  vi.stubGlobal('Element', class {});
  like({ letters: false });
  quick({ s: act, '?': act }, key('s'));
  quick({ s: act, '?': act }, key('?'));
  expect(act).not.toHaveBeenCalled();
  quick({ Escape: act }, key('Escape'));
  expect(act).toHaveBeenCalledOnce();
  like({ letters: true });
});
