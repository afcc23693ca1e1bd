/** Made by web/games.ts, by the name of the game; words and clauses by language too. BOXES by language, then by the name of the game. */
declare module 'virtual:games' {
  type Readers<T> = Record<string, () => Promise<T>>;

  export const BOARDS: Readers<import('./board').Board>;
  export const COVERS: Readers<import('svelte').Component>;
  export const GUIDES: Readers<import('svelte').Component<{ game: string }>>;
  export const LESSONS: Readers<import('./screens/learn/lesson-table.svelte').LessonScript>;
  export const CLAUSES: Record<string, Readers<string>>;
  export const BOXES: Readers<Record<string, Record<string, string>>>;
  export const WORDS: Record<string, Readers<Record<string, string>>>;
}
