import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fontEditor from 'fonteditor-core';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import {
  clustersOf,
  PRINT_FONTS,
  type PrintFont,
  unprintedLetters,
} from '../../domain/text/printedLetters.ts';
import { runsOf } from '../../server/invoices/pdf/lines.ts';

/** Characters that a font may have and that no list needs: controls, joiners and marks of direction. */
const INVISIBLE = /[\p{Cc}\p{Cn}\p{Co}\p{Join_Control}\p{Variation_Selector}\p{Bidi_Control}]/u;

function lettersOf({ font, subset }: PrintFont, weight: 400 | 700): number[] {
  const file = readFileSync(`node_modules/@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff`);
  const inflate = (packed: number[]) => [...inflateSync(Uint8Array.from(packed))];
  const parsed = create(Buffer.from(fontEditor.woff2ttf(Uint8Array.from(file).buffer, { inflate }))) as Font;
  return parsed.characterSet;
}

/** Code points as the list writes them: '20-7e a0'. */
function rangesText(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map((range) => [...new Set(range)].map((code) => code.toString(16)).join('-')).join(' ');
}

test.each(PRINT_FONTS)('the list has exactly the letters of both weights of $subset', (font) => {
  const bold = new Set(lettersOf(font, 700));
  const letters = lettersOf(font, 400)
    .filter((code) => bold.has(code) && code >= 0x20 && code !== 0xffff)
    .filter((code) => !INVISIBLE.test(String.fromCodePoint(code)))
    .sort((a, b) => a - b);
  expect(font.letters).toBe(rangesText(letters));
});

test('a name in one script loads the fonts of no other script', () => {
  const faces = new Set(runsOf('Chola Traders ಶ್ರೀ 12', 400).map(({ face }) => face.name));
  expect([...faces]).toEqual(['noto-sans-latin-400', 'noto-sans-kannada-kannada-400']);
});

test('the runs of a line with Arabic words are in visual order, with mirrored brackets', () => {
  const runs = (text: string) =>
    runsOf(text, 400)
      .map((run) => run.text.trim())
      .filter((text_) => text_ !== '');
  expect(runs('Chola شركة محمد & Sons')).toEqual(['Chola', 'محمد', 'شركة', '& Sons']);
  expect(runs('شركة (محمد) 12')).toEqual(['12', '(', 'محمد', ')', 'شركة']);
});

test('letters that cannot be printed are named once, with their marks', () => {
  expect(unprintedLetters('Chola 漢字漢 😀')).toEqual(['漢', '字', '😀']);
  expect(unprintedLetters('ಎಂಟರ್‌ಪ್ರೈಸಸ್ Nguyễn ₹ “Chola” – 1½')).toEqual([]);
  expect(clustersOf('e\u0301')).toEqual(['é']);
});
