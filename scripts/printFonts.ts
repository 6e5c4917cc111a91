import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRINT_FONTS } from '../domain/text/printedLetters.ts';
import { faceName, FONT_FOLDER, packagedFont, WEIGHTS } from '../server/invoices/pdf/fontFiles.ts';

/** Writes the uncompressed fonts of invoices into the folder of the built server. */
export function writePrintFonts(serverFolder: string): void {
  const folder = join(serverFolder, FONT_FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const font of PRINT_FONTS) {
    for (const weight of WEIGHTS)
      writeFileSync(join(folder, `${faceName(font, weight)}.ttf`), packagedFont(font, weight));
  }
}
