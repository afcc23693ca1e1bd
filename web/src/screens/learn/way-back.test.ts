import { describe, expect, it } from 'vitest';
import { wayBack } from './way-back';

const back = (from: string) => wayBack(`?from=${encodeURIComponent(from)}`, 'http://filon.test');

describe('the way back from a lesson', () => {
  it('is a screen of this site, with its query and its fragment', () => {
    expect(back('/t/abc?invite=xyz#chat')).toBe('/t/abc?invite=xyz#chat');
    expect(back('/rules/GAME')).toBe('/rules/GAME');
    expect(wayBack('', 'http://filon.test')).toBe('');
  });

  it.each(['//evil.test/t/abc', 'https://evil.test/t/abc', '/\\evil.test/t', '\\\\evil.test', 'javascript:alert(1)', 't/abc', '/api/device', '/sw.js', '/\t/evil.test', '/t/../api/device', ''])(
    'is never %j',
    (from) => expect(back(from)).toBe(''),
  );
});
