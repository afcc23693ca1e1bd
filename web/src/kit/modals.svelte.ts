/** Stack of open modals. The browser makes the page inert below the topmost one; this module tells which one that is. */

import { getContext, setContext, untrack, type Snippet } from 'svelte';

let stack = $state.raw<readonly symbol[]>([]);

/** Puts a modal on top; returns the function that removes it. */
export function pushModal(modal: symbol): () => void {
  stack = [...untrack(() => stack), modal];
  return () => (stack = stack.filter((other) => other !== modal));
}

/** Whether this modal is topmost; without an argument, whether no modal is open. */
export const isTopmost = (modal?: symbol) => stack.at(-1) === modal;

const NOTICES = Symbol('notices');

/** Gives modals the notices of the page, which ModalLayer.svelte repeats inside the topmost one. */
export const provideNotices = (notices: () => Snippet) => void setContext(NOTICES, notices);
export const pageNotices = () => getContext<(() => Snippet) | undefined>(NOTICES);
