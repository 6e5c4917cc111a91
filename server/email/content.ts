import type { Business } from '../../domain/content/business.ts';

/** A block of an email's body. */
export type Block =
  | { readonly text: string }
  /** A table of names and values, such as Room and Date. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** A button with a link; an email has at most one. */
  | { readonly action: string; readonly href: string }
  /** A link in small type, after the text. An email may have several. */
  | { readonly link: string; readonly href: string }
  /** A quoted text with its line breaks. */
  | { readonly quote: string }
  /** A paragraph in small type. */
  | { readonly small: string };

/** Rendered as HTML and as plain text. */
export interface EmailContent {
  readonly subject: string;
  /** Mail programs show it next to the subject. */
  readonly preview: string;
  readonly heading: string;
  /** Null for an email to the business. */
  readonly greeting: string | null;
  readonly blocks: readonly Block[];
}

/** Who sends an email: the business, and the public origin of its site. */
export interface Sender {
  readonly origin: string;
  readonly business: Business;
}

/** Converts text to one line: line breaks, control characters and format characters become spaces. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/**
 * A plausible personal name: letters, spaces and a few other characters. Other text, such as a URL, could abuse emails for
 * spam.
 */
const PERSON_NAME = /^\p{L}[\p{L}\p{M} .'’-]{0,59}$/u;

/** Joins the parts of a personal name; null when the result is not a plausible name. */
export function personName(...parts: readonly (string | null)[]): string | null {
  const name = parts
    .filter((part) => part !== null)
    .join(' ')
    .trim();
  return PERSON_NAME.test(name) ? name : null;
}

/** With the name if it is plausible. */
export function greeting(name: string | null): string {
  const safeName = personName(name);
  return safeName === null ? 'Hello,' : `Hello ${safeName},`;
}
