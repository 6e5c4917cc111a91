// @ts-check

/**
 * Changes that no test can notice, with the reason. `code`: the line; `what` as `npm run mutants` prints it.
 * @typedef {{file: string, code: string, what: string, reason: string}} Equivalent
 */

/** @type {readonly Equivalent[]} */
export const equivalents = [
  {
    file: 'domain/calendar.ts',
    code: 'return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));',
    what: '< in day <= 28',
    reason: 'day 28 is then looked up, and every month has it',
  },
  {
    file: 'domain/pricing.ts',
    code: 'formats.set(maximumFractionDigits, format);',
    what: 'without formats.set(maximumFractionDigits, format);',
    reason: 'a format that is not kept is made again, and is the same',
  },
  {
    file: 'domain/pricing.ts',
    code: "rupeeFormat(decimals === 'auto' && paise % 100 === 0 ? 0 : 2).format(paise / 100);",
    what: '3 for 2',
    reason: 'paise are hundredths: there is no third decimal to show',
  },
  {
    file: 'domain/slots.ts',
    code: 'if (start === null || last === null || close === null) return null;',
    what: '&& in start === null || last === null || close === null',
    reason: 'a last start or an end that is no time fails the comparison of the two that follows',
  },
  {
    file: 'domain/readingTime.ts',
    code: "Math.max(1, Math.round((text.match(/[\\p{L}\\p{N}’'-]+/gu)?.length ?? 0) / WORDS_PER_MINUTE));",
    what: '1 for 0',
    reason: 'a text without words and one with a single word both take the least, a minute',
  },
  {
    file: 'domain/slots.ts',
    code: 'const SLOT_TIMES = Array.from({ length: SLOTS_PER_DAY + 1 }, (_, slot) => {',
    what: '2 for 1',
    reason: 'a longer table has a time for a slot that no day has and nothing asks for',
  },
  {
    file: 'server/payments/splitRefund.ts',
    code: 'missing > 0 &&',
    what: '>= in missing > 0',
    reason: 'a part that lacks nothing is then filled with nothing',
  },
];

/**
 * Whether a mutant is one of those, or a certain one of them.
 * @param {{file: string, code: string, what: string}} mutant
 * @param {unknown} [one]
 */
export const isEquivalent = (mutant, one) =>
  equivalents.some(
    (equivalent) =>
      (typeof one !== 'object' || equivalent === one) &&
      equivalent.file === mutant.file &&
      equivalent.code === mutant.code &&
      equivalent.what === mutant.what,
  );
