/** Non-space text, an @, and a dotted domain (spec 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** What nobody can see or type: control and format characters, and halves of characters, which no database stores. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

const MAX_LENGTH = 254;

/** True for text that the site accepts as an e-mail address: the rule of spec 5, without invisible characters. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_LENGTH && EMAIL.test(text) && !INVISIBLE.test(text);

/**
 * What two spellings of an account's e-mail address have in common: the address with its ASCII letters in lower case.
 * Other letters stay as they are, because JavaScript and PostgreSQL fold them differently. The database's unique index
 * builds the same key as `lower(email collate "C")` (decision 0019).
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
