import { expect, test } from 'vitest';
import { formatted, WordsRefused, type Language, type Values } from './format';
import cases from './format.cases.json';

// tests/core/test_words.py runs the same cases through core/texts/words.py
test.each(cases.map((one) => [one.message, one] as const))('%s', (message, { language, values, said, missing }) => {
  const saying = () => formatted(message, values as unknown as Values, language as Language, String, missing);
  if (said === null) expect(saying).toThrow(WordsRefused);
  else expect(saying()).toBe(said);
});
