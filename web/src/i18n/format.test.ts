import { expect, test } from 'vitest';
import { formatted, NONE, UNKNOWN, WordsRefused, type Language, type Values } from './format';
import cases from './format.cases.json';

// tests/core/texts/test_words.py runs the same cases through core/texts/words.py
test.each(cases.map((one) => [one.message, one] as const))('%s', (message, { language, values, said }) => {
  const blanks = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { '<none>': NONE, '<unknown>': UNKNOWN }[String(value)] ?? value]));
  const saying = () => formatted(message, blanks as Values, language as Language);
  if (said === null) expect(saying).toThrow(WordsRefused);
  else expect(saying()).toBe(said);
});
