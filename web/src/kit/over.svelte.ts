/** Windows over the page: what is beneath the topmost of them can neither be seen nor heard nor clicked. */

import { getContext, setContext, untrack, type Snippet } from 'svelte';

let open = $state.raw<readonly symbol[]>([]);

/** Until the function it gives is called. */
export function rise(one: symbol): () => void {
  open = [...untrack(() => open), one];
  return () => (open = open.filter((other) => other !== one));
}

/** Whether it lies over everything else; the page itself does as long as no window is open. */
export const isTop = (one?: symbol) => open.at(-1) === one;

const NOTICES = Symbol('notices');

/** What must be seen over whatever window is open: parts/Over.svelte shows it. */
export const give = (notices: () => Snippet) => void setContext(NOTICES, notices);
export const given = () => getContext<(() => Snippet) | undefined>(NOTICES);
