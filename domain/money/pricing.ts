/** SGST and CGST together, in percent of the subtotal (spec 9). */
export const TAX_PERCENT = 18;
export const CURRENCY = 'INR';

/** The price of a booking; every amount in integer paise (ruling 8). */
export interface Price {
  readonly subtotal: number;
  readonly sgst: number;
  readonly cgst: number;
  readonly total: number;
}

/**
 * The price of a number of slots at one price per hour, all in paise. `priceOfTimes` (rates.ts) is the price of times of a
 * room, whose slots may have different rates.
 */
export const priceOf = (pricePerHourPaise: number, slots: number): Price =>
  withTax(Math.round((pricePerHourPaise * slots) / 2));

/**
 * The price with this subtotal, in paise. The tax is computed once on the subtotal; SGST is half of it rounded down and
 * CGST is the rest, so the two always add up to the charged tax (ruling 8).
 */
export function withTax(subtotal: number): Price {
  const tax = Math.round((subtotal * TAX_PERCENT) / 100);
  const sgst = Math.floor(tax / 2);
  return { subtotal, sgst, cgst: tax - sgst, total: subtotal + tax };
}

export const lowestOf = (prices: readonly number[]): number | null =>
  prices.length === 0 ? null : Math.min(...prices);

/** The price per hour of a total, in paise: the reverse of `priceOf`, exact for every price per hour of ruling 8. */
export const pricePerHourOf = (totalPaise: number, slots: number): number =>
  Math.round((totalPaise * 200) / ((100 + TAX_PERCENT) * slots));

/**
 * True for a valid price per hour in paise: whole, even rupees, so that SGST and CGST are equal on every bill (ruling 8). The
 * database refuses other prices as well (migration 0011).
 */
export const isPricePerHour = (paise: number): boolean => paise > 0 && paise % 200 === 0;

/** Paise as the API's rupees with two decimals: 59000 → '590.00', -5 → '-0.05' (ruling 8). */
export function rupeesAmount(paise: number): string {
  const amount = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** The API's rupees are numbers (ruling 8): 1179.5 → 117950. */
export const paiseOf = (amount: number): number => Math.round(amount * 100);

/** Parses the API's rupees ('590', '590.5', '590.00') to paise; null for anything else. */
export function parseRupees(amount: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

/**
 * Paise formatted for people: '₹500', '₹1,20,000.50'. Whole rupees have no decimals unless `decimals` is 'always'.
 * Intl.NumberFormat is not used: creating the first one takes tens of milliseconds on a phone.
 */
export function rupees(paise: number, decimals: 'auto' | 'always' = 'auto'): string {
  const amount = rupeesAmount(Math.abs(Math.round(paise)));
  const shown = decimals === 'auto' ? amount.replace(/\.00$/, '') : amount;
  // Indian grouping: the last three digits, then groups of two.
  return `${paise < 0 ? '-' : ''}₹${shown.replaceAll(/\d(?=(?:\d\d)+\d(?:\.|$))/g, '$&,')}`;
}

export const PRICE_FORMAT = 'must be whole, even rupees, such as 1,200; tax comes on top';

/** Rupees with the commas of thousands or lakhs. '1,20' has none: its comma may be meant as a decimal point. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;

/** Parses typed rupees such as '₹1,200' to paise; 0 for anything else. */
export function parsePricePerHour(typed: string): number {
  const text = typed.trim().replace(/^₹\s*/, '');
  return parseRupees(GROUPED.test(text) ? text.replaceAll(',', '') : text) ?? 0;
}
