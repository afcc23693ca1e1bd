/** Keeps a growing list scrolled to its end, unless the reader has scrolled back. */

import type { Attachment } from 'svelte/attachments';

const NEAR_END = 48; // px from the end that count as the end

export function stickToEnd(length: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let isAtEnd = true;
    const check = () => (isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END);
    const scroll = () => isAtEnd && list.scrollTo({ top: list.scrollHeight });
    const observer = new ResizeObserver(scroll);
    observer.observe(list);
    list.addEventListener('scroll', check, { passive: true });
    $effect(() => {
      length();
      scroll();
    });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', check);
    };
  };
}
