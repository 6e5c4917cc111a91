import { printable } from './printable.ts';

/**
 * The fonts of the PDFs of invoices, and the letters that each can print in both weights, as ranges of hexadecimal code points.
 * The order is the one in which they are searched. The forms and the API use this list to refuse a name that no font can print,
 * without loading a font. A test compares it with the files.
 */
export const PRINT_FONTS = [
  {
    font: 'noto-sans',
    subset: 'latin',
    letters:
      '20-7e a0-ff 131 152-153 2bb-2bc 2c6 2da 2dc 300-301 303-304 308-309 323 329 2002 2009 200b 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2212 feff fffd',
  },
  {
    font: 'noto-sans',
    subset: 'latin-ext',
    letters:
      '20 a0 100-130 132-151 154-2ba 2bc-2c5 2c7-2cc 2ce-2d7 2dd-301 303-304 308-309 323 329 1d00-1dbf 1e00-1e9f 1ef2-1eff 2020 20a0-20ab 20ad-20c0 2113 2c60-2c7f a720-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff',
  },
  {
    font: 'noto-sans',
    subset: 'vietnamese',
    letters:
      '20 a0 102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 329 1ea0-1ef9 20ab',
  },
  {
    font: 'noto-sans-devanagari',
    subset: 'devanagari',
    letters: '20 a0 2bc 900-97f 1cd0-1cf6 1cf8-1cf9 200b 20b9 20f0 25cc a830-a839 a8e0-a8ff 11b00-11b09',
  },
  {
    font: 'noto-sans-tamil',
    subset: 'tamil',
    letters:
      '20 a0 964-965 b82-b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9 bbe-bc2 bc6-bc8 bca-bcd bd0 bd7 be6-bfa 200b 20b9 25cc',
  },
  {
    font: 'noto-sans-telugu',
    subset: 'telugu',
    letters:
      '20 a0 951-952 964-965 c00-c0c c0e-c10 c12-c28 c2a-c39 c3c-c44 c46-c48 c4a-c4d c55-c56 c58-c5a c5d c60-c63 c66-c6f c77-c7f 1cda 1cf2 200b 25cc',
  },
  {
    font: 'noto-sans-kannada',
    subset: 'kannada',
    letters:
      '20 a0 951-952 964-965 c80-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbc-cc4 cc6-cc8 cca-ccd cd5-cd6 cdd-cde ce0-ce3 ce6-cef cf1-cf3 1cd0 1cd2 1cda 1cf2 1cf4 200b 20b9 25cc a830-a835',
  },
  {
    font: 'noto-sans-malayalam',
    subset: 'malayalam',
    letters:
      '20 a0 307 323 951-952 964-965 d00-d0c d0e-d10 d12-d44 d46-d48 d4a-d4f d54-d63 d66-d7f 1cda 200b 20b9 25cc a830-a832',
  },
  {
    font: 'noto-sans-bengali',
    subset: 'bengali',
    letters:
      '20 a0 2bc 951-952 964-965 980-983 985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9bc-9c4 9c7-9c8 9cb-9ce 9d7 9dc-9dd 9df-9e3 9e6-9fe 1cd0 1cd2 1cd5-1cd6 1cd8 1ce1 1cea 1ced 1cf2 1cf5-1cf7 200b 20b9 25cc a8f1',
  },
  {
    font: 'noto-sans-gujarati',
    subset: 'gujarati',
    letters:
      '20 a0 951-952 964-965 a81-a83 a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abc-ac5 ac7-ac9 acb-acd ad0 ae0-ae3 ae6-af1 af9-aff 200b 20b9 25cc a830-a839',
  },
  {
    font: 'noto-sans-gurmukhi',
    subset: 'gurmukhi',
    letters:
      '20 a0 951-952 964-965 a01-a03 a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a3c a3e-a42 a47-a48 a4b-a4d a51 a59-a5c a5e a66-a76 200b 20b9 25cc 262c a830-a839',
  },
  {
    font: 'noto-sans-oriya',
    subset: 'oriya',
    letters:
      '20 a0 964-965 b01-b03 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3c-b44 b47-b48 b4b-b4d b55-b57 b5c-b5d b5f-b63 b66-b77 200b 20b9 25cc',
  },
  {
    font: 'noto-sans-meetei-mayek',
    subset: 'meetei-mayek',
    letters: '20 a0 200b 25cc aae0-aaf6 abc0-abed abf0-abf9',
  },
  { font: 'noto-sans-ol-chiki', subset: 'ol-chiki', letters: '20 a0 1c50-1c7f 20b9' },
  {
    font: 'noto-sans-arabic',
    subset: 'arabic',
    letters:
      '20 a0 600-61b 61d-6ff 750-77f 870-88e 890-891 898-8e1 8e3-8ff 2010-2011 204f 2e41 fb50-fbc2 fbd3-fd8f fd92-fdc7 fdcf fdf0-fdff fe70-fe74 fe76-fefc feff 10efd-10eff',
  },
  {
    font: 'noto-sans',
    subset: 'greek',
    letters: '20 a0 370-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-3ff',
  },
  {
    font: 'noto-sans',
    subset: 'greek-ext',
    letters:
      '20 a0 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe',
  },
  { font: 'noto-sans', subset: 'cyrillic', letters: '20 a0 301 400-45f 490-491 4b0-4b1 2116' },
  {
    font: 'noto-sans',
    subset: 'cyrillic-ext',
    letters: '20 a0 460-48f 492-4af 4b2-52f 1c80-1c88 20b4 2de0-2dff a640-a69f fe2e-fe2f',
  },
] as const;

export type PrintFont = (typeof PRINT_FONTS)[number];

type Range = readonly [first: number, last: number];

const ranges = new Map<PrintFont, readonly Range[]>();

function rangesOf(font: PrintFont): readonly Range[] {
  const known = ranges.get(font);
  if (known) return known;
  const parsed = font.letters.split(' ').map((range): Range => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  ranges.set(font, parsed);
  return parsed;
}

/** Characters that change the form of their neighbours and are not printed themselves. */
const JOINER = /[\p{Join_Control}\p{Variation_Selector}]/u;

/**
 * Whether a font can print all letters of a cluster (a letter with its marks). A cluster is printed with one font, because the
 * marks of another one would not be placed at its letter.
 */
export const canPrint = (font: PrintFont, cluster: string): boolean =>
  Array.from(cluster).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return rangesOf(font).some(([first, last]) => first <= code && code <= last) || JOINER.test(character);
  });

/** Null when no font can print it. */
export const fontOf = (cluster: string): PrintFont | null =>
  PRINT_FONTS.find((font) => canPrint(font, cluster)) ?? null;

let segmenter: Intl.Segmenter | undefined;

/** Each letter with its marks. */
export function clustersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);
}

export const unprintedLetters = (text: string): string[] => [
  ...new Set(clustersOf(text).filter((cluster) => cluster.trim() !== '' && fontOf(cluster) === null)),
];

const MAX_NAMED = 5;

/** What is wrong with a text that an invoice cannot show, after the name of its field; null for a text that it can show. */
export function unprintedProblem(text: string): string | null {
  const letters = unprintedLetters(text);
  if (letters.length === 0) return null;
  const named = letters.slice(0, MAX_NAMED).join(' ');
  const more = letters.length > MAX_NAMED ? ' …' : '';
  return `has letters that an invoice cannot show (${named}${more}): please spell it in Latin letters`;
}

/** `unprintedProblem` of a name as an invoice prints it. */
export const invoiceNameProblem = (name: string): string | null => unprintedProblem(printable(name));
