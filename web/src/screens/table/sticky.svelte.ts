/** A list that grows below stays at its end, unless somebody reads back. */

import type { Attachment } from 'svelte/attachments';

const NEAR = 48; // px from the end that still count as there

export function sticky(length: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let isAtEnd = true;
    const look = () => (isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR);
    const follow = () => isAtEnd && list.scrollTo({ top: list.scrollHeight });
    const sized = new ResizeObserver(follow);
    sized.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    $effect(() => {
      length();
      follow();
    });
    return () => {
      sized.disconnect();
      list.removeEventListener('scroll', look);
    };
  };
}
