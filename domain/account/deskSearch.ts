import { emailKey } from './email.ts';
import { asciiDigits, normalNumber, normalText } from '../text/typedText.ts';

export const MAX_SEARCH_LENGTH = 200;
/** A form offers customers from this many characters on. */
export const MIN_CUSTOMER_SEARCH = 2;
/** More words than these are ignored. */
const MAX_WORDS = 16;
/** Fewer digits than these are no part of a phone number. */
const MIN_PHONE_DIGITS = 4;

/** The separators of words in accounts and in the search; the database's function `search_words` has the same. */
const SEPARATORS = /[\s.,;:!?()[\]{}<>"'`/\\|@#$%&*+=_~^-]+/u;

/** What a text of the desk's search can mean. */
export interface DeskSearch {
  /** Each word begins a word of the account's name, company or email address, or is a part of its phone number. */
  readonly words: readonly string[];
  /** The digits of a phone number without leading zeros; null when the text has something else. */
  readonly phone: string | null;
  /** Hexadecimal digits of a booking's reference: the first ones, or those after its second hyphen; null when there are none. */
  readonly reference: string | null;
  /** The parts of the number of an invoice or credit note; null when the text is none. */
  readonly invoice: {
    readonly series: string | null;
    readonly year: string | null;
    readonly sequence: number;
  } | null;
  /** The number of a payment: the provider's id of a payment or order, or the reference of a UPI transfer; null when it is none. */
  readonly payment: string | null;
}

/** Reads what a member of staff typed or pasted into the search. */
export function parseDeskSearch(typed: string): DeskSearch {
  const text = asciiDigits(normalText(typed.replace(/[\p{Cc}\p{Cs}]/gu, ' ')).replace(/\p{Cf}/gu, ''));
  const number = normalNumber(text);
  // An address is stored in its one spelling.
  const words = (text.includes('@') ? emailKey(text) : text.toLowerCase())
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const digits = /^[\s\d+().,/-]+$/.test(number) ? number.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  const [, prefix, hex] = /^(lr)?[\s-]*([\da-f]{1,4}[\s-]*[\da-f]{0,4})$/i.exec(number) ?? [];
  const reference = hex?.replaceAll(/[\s-]/g, '').toLowerCase();
  const [, series, year, sequence] =
    /^(?:([a-z][a-z\d]{0,2})[\s/-]+)?(?:(\d{4})[\s/-]+)?(\d{1,7})$/i.exec(number) ?? [];
  // The reference of a UPI transfer is often written in groups.
  const payment = /^[\d\s-]+$/.test(number) ? number.replaceAll(/[\s-]/g, '') : number;
  return {
    words,
    phone: digits.length >= MIN_PHONE_DIGITS ? digits : null,
    reference: reference !== undefined && (prefix !== undefined || reference.length >= 3) ? reference : null,
    invoice:
      sequence === undefined || Number(sequence) === 0
        ? null
        : { series: series?.toUpperCase() ?? null, year: year ?? null, sequence: Number(sequence) },
    payment: /^(?=.*[\d_])[\w-]{8,60}$/.test(payment) ? payment : null,
  };
}
