// `npm run fonts`: subsets the font families to the characters of English pages, into src/ui/theme/fonts. Every page loads these
// subsets; the browser loads a full family only for other characters or weights (src/ui/theme/fonts.css). The same input gives the
// same output: run it and commit the result.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const TARGET = join('src', 'ui', 'theme', 'fonts');

/** As in the `unicode-range` of fonts.css. */
const ranges: readonly [first: number, last: number][] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9], // ©
  [0xb7, 0xb7], // ·
  [0xd7, 0xd7], // ×
  [0x2013, 0x2014], // – —
  [0x2018, 0x2019], // ‘ ’
  [0x201c, 0x201d], // “ ”
  [0x2026, 0x2026], // …
];
const text = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
  .map((code) => String.fromCodePoint(code))
  .join('');

const faces = [
  { family: 'figtree', wght: { min: 400, max: 700 } },
  // All headings have this weight.
  { family: 'fraunces', wght: 560 },
];

const { resolve } = createRequire(import.meta.url);
mkdirSync(TARGET, { recursive: true });
for (const { family, wght } of faces) {
  const fullFont = readFileSync(
    resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`),
  );
  const subset = await subsetFont(fullFont, text, { targetFormat: 'woff2', variationAxes: { wght } });
  writeFileSync(join(TARGET, `${family}-core.woff2`), subset);
  console.log(`${family}: ${fullFont.length} → ${subset.length} bytes`);
}
process.exit();
