/** Numbers as they are written in the language chosen: one way for the whole house. What they count is said in words. */

import { settings } from '../settings.svelte';

export const MINUS = '−'; // the hyphen that some languages write is too short to be seen
const writers = new Map<string, Intl.NumberFormat>();

export function number(value: number): string {
  return writer(settings.language).format(value).replace('-', MINUS);
}

function writer(language: string): Intl.NumberFormat {
  const made = writers.get(language) ?? new Intl.NumberFormat(language);
  writers.set(language, made);
  return made;
}
