import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import fontEditor from 'fonteditor-core';
import { create, type Font } from 'fontkit';

/** One file of a font family, with the letters of one script. */
export interface Face {
  readonly name: string;
  readonly font: Font;
}

export type Weight = 400 | 700;

/**
 * The faces in the order in which they are searched for a letter. The faces of the Indian scripts have neither Latin letters
 * nor digits, and ₹ is in latin-ext. The files are in packages, so nothing is downloaded and every server prints the same.
 */
const FILES = [
  ['@fontsource/noto-sans', 'noto-sans-latin'],
  ['@fontsource/noto-sans', 'noto-sans-latin-ext'],
  ['@fontsource/noto-sans-tamil', 'noto-sans-tamil-tamil'],
  ['@fontsource/noto-sans-devanagari', 'noto-sans-devanagari-devanagari'],
  ['@fontsource/noto-sans', 'noto-sans-greek'],
  ['@fontsource/noto-sans', 'noto-sans-cyrillic'],
] as const;

const resolve = createRequire(import.meta.url).resolve;
const loaded = new Map<string, Face>();

/** A font file without compression. fontkit inflates a table of a compressed file again at each access. */
function readUncompressed(file: string): Buffer {
  const inflate = (packed: number[]) => [...inflateSync(Uint8Array.from(packed))];
  return Buffer.from(fontEditor.woff2ttf(Uint8Array.from(readFileSync(file)).buffer, { inflate }));
}

/** Parses a face at its first use and caches it, because parsing takes longer than printing. */
function loadFace([folder, file]: (typeof FILES)[number], weight: Weight): Face {
  const name = `${file}-${weight}`;
  const known = loaded.get(name);
  if (known) return known;
  const font = create(readUncompressed(resolve(`${folder}/files/${name}-normal.woff`))) as Font;
  const parsed = { name, font };
  loaded.set(name, parsed);
  return parsed;
}

/** Characters that change the form of their neighbours and need no glyph. */
const JOINER = /[\p{Join_Control}\p{Variation_Selector}]/u;

/** Whether a face can draw all of a cluster of letters. */
export const hasGlyphs = ({ font }: Face, cluster: string): boolean =>
  Array.from(cluster).every(
    (character) => JOINER.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );

/** The replacement for a letter that no face has. */
export const MISSING = '\u{FFFD}';

/** The first face with all letters of a cluster; null when there is none. */
export function faceOf(cluster: string, weight: Weight): Face | null {
  for (const file of FILES) {
    const candidate = loadFace(file, weight);
    if (hasGlyphs(candidate, cluster)) return candidate;
  }
  return null;
}
