/** What this person likes, kept by the browser where it keeps anything. */

import type { Language } from './format';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'normal' | 'slow' | 'fast' | 'off';

export const LANGUAGES: readonly Language[] = ['en', 'fr', 'nl'];
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const MOTIONS: readonly Motion[] = ['off', 'fast', 'normal', 'slow'];

export interface Liked {
  language: Language;
  theme: Theme;
  motion: Motion;
  volume: number; // 0 to 1
  name: string;
  letters: boolean; // keys of one letter do something
}

const KEY = 'filon';
const LOUD = 0.6; // of 1, unless somebody says otherwise

/** The first language of this browser's that is spoken here. */
export function preferred(tags: readonly string[]): Language {
  const spoken = tags.map((tag) => tag.slice(0, 2).toLowerCase());
  return (spoken.find((tag) => (LANGUAGES as string[]).includes(tag)) as Language | undefined) ?? 'en';
}

/** What was kept, as far as it makes sense: an older page, or a curious person, may have written it. */
export function liked(kept: string | null, tags: readonly string[]): Liked {
  const found = read(kept);
  const one = <T>(of: readonly T[], value: unknown, usual: T) => (of.includes(value as T) ? (value as T) : usual);
  const volume = Number(found.volume ?? LOUD);
  return {
    language: one(LANGUAGES, found.language, preferred(tags)),
    theme: one(THEMES, found.theme, 'system'),
    motion: one(MOTIONS, found.motion, 'normal'),
    volume: volume >= 0 && volume <= 1 ? volume : LOUD,
    name: typeof found.name === 'string' ? found.name : '',
    letters: found.letters !== false,
  };
}

function read(kept: string | null): Partial<Record<keyof Liked, unknown>> {
  try {
    return (JSON.parse(kept ?? '{}') as Partial<Record<keyof Liked, unknown>> | null) ?? {};
  } catch {
    return {};
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing still plays
  }
}

export const settings = $state<Liked>(liked(stored(), navigator.languages));

export function like(changes: Partial<Liked>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // likewise
  }
}

/** Off, or as loud as usual. */
export const hush = () => like({ volume: settings.volume ? 0 : LOUD });

/** How long a motion of so many milliseconds takes; 0 where it is turned off. */
export function lasting(milliseconds: number): number {
  if (settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return milliseconds * { normal: 1, slow: 2, fast: 0.5 }[settings.motion];
}
