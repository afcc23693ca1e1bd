import { CLAUSES } from 'virtual:games';
import { expect, test } from 'vitest';
import { folded, searchClauses, inline, markWords, parseClauses, wordsOf } from './clauses';

const FILES = await Promise.all(Object.entries(CLAUSES).flatMap(([game, readers]) => Object.values(readers).map(async (reader) => [game, await reader()] as const)));
const BOOK = `# Box

The law of it,
in two lines.

- **token**: a piece
- **pool**: *all* of them

## A turn

| id | clause |
|---|---|
| XX-01 | Take \`one\` token (XX-A1). |
| XX-02 | Give it back. |

## Open points

Where it is silent.

| id | question | answer |
|---|---|---|
| XX-A1 | Which one? | The élan decides. |

## No code needed

| id | reason |
|---|---|
| XX-02 | It is advice. |
`;

test('a book is read with its headings, lists and clauses', () => {
  const { title, before, sections } = parseClauses(BOOK);
  expect(title).toBe('Box');
  expect(before.map(({ isItem }) => isItem)).toEqual([false, true, true]);
  expect(before[0]!.text).toEqual([{ kind: 'text', text: 'The law of it, in two lines.' }]);
  expect(sections.map((one) => one.title)).toEqual(['A turn', 'Open points']);
  expect(sections[0]!.clauses[0]).toEqual({
    id: 'XX-01',
    question: [],
    text: [
      { kind: 'text', text: 'Take ' },
      { kind: 'code', text: 'one' },
      { kind: 'text', text: ' token (' },
      { kind: 'clause', text: 'XX-A1' },
      { kind: 'text', text: ').' },
    ],
  });
  expect(sections[1]!.clauses[0]!.question).toEqual([{ kind: 'text', text: 'Which one?' }]);
});

test.each(FILES)('every row of %s becomes a clause', (_, text) => {
  const ids = new Set([...text.matchAll(/^\| ([A-Z]{2}-A?\d+) \|/gm)].map((match) => match[1]));
  const { sections, title } = parseClauses(text);
  expect(title).not.toBe('');
  expect(ids.size).toBeGreaterThan(5);
  expect(sections.flatMap(({ clauses }) => clauses.map(({ id }) => id))).toEqual([...ids]);
  for (const { clauses } of sections) for (const clause of clauses) expect(clause.text.map((one) => one.text).join('')).not.toMatch(/^$|\*\*|\|/);
});

test('the same clauses in every language', () => {
  const games = new Map<string, string[][]>();
  for (const [game, text] of FILES) {
    games.set(game, [...(games.get(game) ?? []), parseClauses(text).sections.flatMap(({ clauses }) => clauses.map(({ id }) => id))]);
  }
  for (const languages of games.values()) {
    expect(languages).toHaveLength(3);
    for (const ids of languages) expect(ids).toEqual(languages[0]);
  }
});

test('clauses are found by all words, whatever their accents and case', () => {
  const { sections } = parseClauses(BOOK);
  const ids = (query: string) => searchClauses(sections, wordsOf(query)).flatMap(({ clauses }) => clauses.map(({ id }) => id));
  expect(ids('ELAN')).toEqual(['XX-A1']);
  expect(ids('which decides')).toEqual(['XX-A1']);
  expect(ids('token back')).toEqual([]);
  expect(ids('xx-02')).toEqual(['XX-02']);
  expect(ids(' ')).toEqual(['XX-01', 'XX-02', 'XX-A1']);
});

test('what was found is marked where it stands', () => {
  expect(markWords('Élan (x)', ['elan', '(x'])).toEqual([
    { text: 'Élan', isFound: true },
    { text: ' ', isFound: false },
    { text: '(x', isFound: true },
    { text: ')', isFound: false },
  ]);
  expect(markWords('abc', [])).toEqual([{ text: 'abc', isFound: false }]);
  expect(folded('Ça Ö')).toBe('ca o');
});

test('emphasis inside a line', () => {
  expect(inline('**You** take *it*').map(({ kind }) => kind)).toEqual(['strong', 'text', 'em']);
});

test('the published rulebooks have many clauses', () => {
  const counts = FILES.map(([, text]) => parseClauses(text).sections.flatMap(({ clauses }) => clauses).length);
  expect(counts.filter((count) => count > 20).length).toBeGreaterThanOrEqual(9); // three games in three languages
});
