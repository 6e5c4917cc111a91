/** A part of a letter's body. */
export type Block =
  | { readonly text: string }
  /** Names and their values, such as Room and When. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** What the reader can do; at most one in a letter stands out. */
  | { readonly action: string; readonly href: string }
  /** What somebody wrote, line breaks included. */
  | { readonly quote: string }
  /** A remark in small type. */
  | { readonly small: string };

/** A letter in words, before it becomes HTML and plain text. */
export interface LetterContent {
  readonly subject: string;
  /** What a list of mails shows beside the subject. */
  readonly preview: string;
  readonly heading: string;
  /** Null for a letter to the business. */
  readonly greeting: string | null;
  readonly blocks: readonly Block[];
}

/** Text of one line: line breaks, control and format characters become spaces. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** A name as people have them: letters, spaces and a few signs. Anything else could advertise in our letters. */
const NAME = /^\p{L}[\p{L}\p{M} .'’-]{0,59}$/u;

/** A name to address somebody by; null for what is none. */
export function personName(...parts: readonly (string | null)[]): string | null {
  const name = parts
    .filter((part) => part !== null)
    .join(' ')
    .trim();
  return NAME.test(name) ? name : null;
}

/** The beginning of a letter to somebody, with a name only where it is one. */
export function greeting(name: string | null): string {
  const known = personName(name);
  return known === null ? 'Hello,' : `Hello ${known},`;
}
