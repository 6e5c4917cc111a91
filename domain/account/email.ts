import { normalText } from '../text/typedText.ts';

/** Format characters, which no address needs. Overrides of the writing direction stay: they change what is seen. */
const FORMAT = /[^\P{Cf}\u202d\u202e]/gu;
/** A domain that can be written in ASCII: labels of letters, marks, digits and hyphens, between dots of any script. */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:[.。．｡][\p{L}\p{M}\p{N}-]+)+$/u;

/** An email address as it is spelt, with its ASCII letters in lower case. */
export const spellingKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The domain in lower-case ASCII (RFC 5891, A-labels); of one that cannot be written so, only the ASCII letters change. */
function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  if (!DOMAIN.test(domain) || !URL.canParse(url)) return spellingKey(domain);
  const { hostname } = new URL(url);
  // The parser reads "1.2" as an IPv4 address.
  return /\.\d+$/.test(hostname) ? spellingKey(domain) : hostname;
}

/**
 * The one spelling of an email address: without invisible characters and surrounding space, the local part composed (NFC), the
 * domain in lower-case ASCII. 'a@Bücher.example' and 'a@xn--bcher-kva.example' are one address. Text that is no address is only
 * cleaned.
 */
export function normalEmail(text: string): string {
  const clean = normalText(text.replace(FORMAT, ''));
  const at = clean.indexOf('@');
  return at < 0 ? clean : `${clean.slice(0, at + 1)}${asciiDomain(clean.slice(at + 1))}`;
}

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
 * True when the local part of an address is ASCII, so that a mail server without SMTPUTF8 (RFC 6531) can carry the address: its
 * domain can be written in ASCII.
 */
export const hasAsciiLocalPart = (email: string): boolean => /^[\x20-\x7e]*@/.test(email);

/**
 * The unique key of an account: the normal address with its ASCII letters in lower case. Other letters are unchanged, because
 * JavaScript and PostgreSQL fold them differently. The database's unique index builds the same key from a normal address as
 * `lower(email collate "C")`.
 */
export const emailKey = (email: string): string => spellingKey(normalEmail(email));
