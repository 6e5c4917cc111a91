/** Non-space text, an @, and a dotted domain (spec 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Control and format characters, which nobody can type, and lone surrogates, which no database stores. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

const MAX_LENGTH = 254;

/** True for text that the site accepts as an e-mail address: the rule of spec 5, without invisible characters. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_LENGTH && EMAIL.test(text) && !INVISIBLE.test(text);

/**
 * The key by which accounts are unique: the e-mail address with its ASCII letters in lower case. Other letters stay,
 * because JavaScript and PostgreSQL fold them differently. The database's unique index builds the same key as
 * `lower(email collate "C")` (decision 0019).
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
