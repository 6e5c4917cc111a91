import { expect, test } from 'vitest';

/* Colours are defined in the theme (src/ui/theme), so that both colour schemes and the contrast of texts are decided in one place. */

const COLOUR =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!')|'#[0-9a-f]{3,8}'|\b(?:rgba?|hsla?|oklch)\(/i;

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/ui/theme/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('no file outside the theme names a colour', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(250);
  const lines = Object.entries(sources).flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => (COLOUR.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(lines).toEqual([]);
});
