import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PrintFont } from '../../../domain/text/printedLetters.ts';
import { uncompressed } from './woff.ts';

export const WEIGHTS = [400, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

export const faceName = ({ font, subset }: PrintFont, weight: Weight): string =>
  `${font}-${subset}-${weight}`;

const { resolve } = createRequire(import.meta.url);

/** The file of a face from its package, uncompressed: fontkit inflates a table of a compressed file again at each access. */
export const packagedFont = (printFont: PrintFont, weight: Weight): Buffer =>
  uncompressed(
    readFileSync(resolve(`@fontsource/${printFont.font}/files/${faceName(printFont, weight)}-normal.woff`)),
  );

/** In the build, next to the server's files (scripts/printFonts.ts); a server does not need the packages then. */
export const FONT_FOLDER = 'fonts';

/** The uncompressed file of a face. Every server prints the same letters, because none reads the fonts of its machine. */
export function fontFile(printFont: PrintFont, weight: Weight): Buffer {
  const built = join(import.meta.dirname, FONT_FOLDER, `${faceName(printFont, weight)}.ttf`);
  return existsSync(built) ? readFileSync(built) : packagedFont(printFont, weight);
}
