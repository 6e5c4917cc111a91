import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type fontEditor from 'fonteditor-core';
import type { PrintFont } from '../../../domain/text/printedLetters.ts';

export const WEIGHTS = [400, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

export const faceName = ({ font, subset }: PrintFont, weight: Weight): string =>
  `${font}-${subset}-${weight}`;

const require = createRequire(import.meta.url);

/**
 * The file of a face from its package, uncompressed: fontkit inflates a table of a compressed file again at each access. Only the
 * build and a server that runs from source need the packages of the fonts and of the editor.
 */
export function packagedFont(printFont: PrintFont, weight: Weight): Buffer {
  const { woff2ttf } = require('fonteditor-core') as typeof fontEditor;
  const file = require.resolve(
    `@fontsource/${printFont.font}/files/${faceName(printFont, weight)}-normal.woff`,
  );
  const inflate = (packed: number[]) => [...inflateSync(Uint8Array.from(packed))];
  return Buffer.from(woff2ttf(Uint8Array.from(readFileSync(file)).buffer, { inflate }));
}

/** In the build, next to the server's files (scripts/printFonts.ts); a server does not need the packages then. */
export const FONT_FOLDER = 'fonts';

/** The uncompressed file of a face. Every server prints the same letters, because none reads the fonts of its machine. */
export function fontFile(printFont: PrintFont, weight: Weight): Buffer {
  const built = join(import.meta.dirname, FONT_FOLDER, `${faceName(printFont, weight)}.ttf`);
  return existsSync(built) ? readFileSync(built) : packagedFont(printFont, weight);
}
