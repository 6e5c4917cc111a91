import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fontEditor from 'fonteditor-core';
import { expect, test } from 'vitest';
import { PRINT_FONTS } from '../../domain/text/printedLetters.ts';
import { uncompressed } from '../../server/invoices/pdf/woff.ts';

test.each(PRINT_FONTS)(
  'a file of $subset is uncompressed to the same bytes as by fonteditor-core',
  ({ font, subset }) => {
    for (const weight of [400, 700]) {
      const file = readFileSync(
        `node_modules/@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff`,
      );
      const inflate = (packed: number[]) => [...inflateSync(Uint8Array.from(packed))];
      const expected = Buffer.from(fontEditor.woff2ttf(Uint8Array.from(file).buffer, { inflate }));
      expect(uncompressed(file).equals(expected)).toBe(true);
    }
  },
);

test('a file of another kind is refused', () => {
  expect(() => uncompressed(Buffer.from('wOF2 and more'))).toThrow('no WOFF file');
});
