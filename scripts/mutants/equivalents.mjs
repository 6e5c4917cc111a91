// @ts-check

/**
 * Changes that no test can notice, with the reason. `code`: the line; `what` as `npm run mutants` prints it.
 * @typedef {{file: string, code: string, what: string, reason: string}} Equivalent
 */

/** @type {readonly Equivalent[]} */
export const equivalents = [
  {
    file: 'domain/calendar.ts',
    code: 'return day <= 28 || day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));',
    what: '< in day <= 28',
    reason: 'day 28 is then looked up, and every month has it',
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
