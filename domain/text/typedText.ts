/** True for text with a character other than white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/*
 * The one form of what people type and paste. Programs add characters that nobody sees, keyboards write the same letter in different
 * ways, and digits and hyphens exist in many scripts.
 */

/**
 * Characters that nobody sees, such as a zero-width space. Those that change the letters or pictures next to them stay (joiners,
 * variation selectors, tags), and so do overrides of the writing direction, which change what is seen.
 */
const UNSEEN =
  /[^\P{Default_Ignorable_Code_Point}\p{Join_Control}\p{Variation_Selector}\u202d\u202e\u{e0020}-\u{e007f}]/gu;
const EDGE = /[\s\p{Cc}]/u;
/** Characters that change only the one before them, so that they mean nothing at the beginning. */
const WITHOUT_LETTER = /[\s\p{Cc}\p{Join_Control}\p{Variation_Selector}]/u;

/** Text as it is stored: without unseen characters, white space and control characters around it, and composed (NFC). */
export function normalText(text: string): string {
  const seen = text.replace(UNSEEN, '');
  let start = 0;
  let end = seen.length;
  // A pattern that ends in '$' would try each space of a long text again.
  while (start < end && WITHOUT_LETTER.test(seen.charAt(start))) start += 1;
  while (end > start && EDGE.test(seen.charAt(end - 1))) end -= 1;
  return seen.slice(start, end).normalize('NFC');
}

/** Digits of any script as ASCII digits. The ten digits of a script follow each other. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const plain = digit.normalize('NFKC');
    if (/^\d$/.test(plain)) return plain;
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });

/** A number or code of several parts as it is stored: digits and hyphens of any script are ASCII. */
export const normalNumber = (text: string): string =>
  asciiDigits(normalText(text).replace(/\p{Cf}/gu, '')).replace(/[\p{Pd}\u2212]/gu, '-');

/**
 * A code as it is compared, in any spelling of people and programs: without spaces, hyphens and invisible characters, and in ASCII
 * where Unicode has a full-width form. The caller chooses the case of letters.
 */
export const plainCode = (text: string): string =>
  normalNumber(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Variation_Selector}-]+/gu, '');
