/** Non-space text, an @, and a dotted domain (spec 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Control and format characters, which nobody can type, and lone surrogates, which no database stores. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

const MAX_LENGTH = 254;

/** True for text that the site accepts as an email address: the rule of spec 5, without invisible characters. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_LENGTH && EMAIL.test(text) && !INVISIBLE.test(text);

/**
 * A part between the dots of a local part: RFC 5322 `atext` and RFC 6531's other letters, without lists, comments and quotes.
 */
const LOCAL_PART = /^[^\s@.()<>[\]:;,\\"]+$/u;
/** A label of a domain in any script. Hyphens are allowed inside it. */
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/**
 * True for an address that the site registers and sends mail to: an email address of spec 5 that is exactly one address in the
 * syntax of mail. Text that would add a header or a recipient is refused, for example 'a@b.example>' and 'a,b@c.example'.
 */
export function isMailable(text: string): boolean {
  if (!isEmail(text)) return false;
  const at = text.indexOf('@');
  const labels = text.slice(at + 1).split('.');
  return (
    text
      .slice(0, at)
      .split('.')
      .every((part) => LOCAL_PART.test(part)) &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) as string)
  );
}

/**
 * The unique key of an account: the email address with its ASCII letters in lower case. Other letters are unchanged, because
 * JavaScript and PostgreSQL fold them differently. The database's unique index builds the same key as `lower(email collate
 * "C")` (decision 0019).
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
