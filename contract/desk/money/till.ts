import { z } from 'zod';
import { deskMethods } from '../../../domain/money/deskPayment.ts';
import { parseCounted } from '../../../domain/money/till.ts';
import { optionalLine, wholeNumber } from '../../values.ts';

/** In rupees; `expected` is what was taken less what was handed out, and is negative when more was handed out. */
const sums = z.object({ taken: z.string(), handed_out: z.string(), expected: z.string() });
export type TillSums = z.infer<typeof sums>;

/** A payment that a clerk took, or a refund that the clerk handed out; the amount of a refund is negative. */
const entry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['payment', 'refund']),
  method: z.enum(deskMethods),
  amount: z.string(),
  booking_id: z.string().nullable(),
  booking_reference: z.string().nullable(),
  customer: z.string(),
});
export type TillEntry = z.infer<typeof entry>;

/** What a clerk has taken since the last count. `number`: that of the next count. The entries are the latest ones. */
const till = z.object({
  clerk_id: z.string(),
  clerk: z.string(),
  number: z.number(),
  /** ISO instant of the first entry; null without entries. */
  since: z.string().nullable(),
  cash: sums,
  upi: sums,
  entries: z.array(entry),
  more: z.boolean(),
});
export type Till = z.infer<typeof till>;

const counted = z.object({ expected: z.string(), counted: z.string() });

/** A signed-off count, as it was. `at` is an ISO instant. */
const tillClose = z.object({
  id: z.string(),
  clerk: z.string(),
  number: z.number(),
  at: z.string(),
  by: z.string(),
  cash: counted,
  upi: counted,
  note: z.string().nullable(),
});
export type TillClose = z.infer<typeof tillClose>;

/** GET tills: those that the user may sign off, the user's own first, and their latest counts. */
const tills = z.object({ tills: z.array(till), closes: z.array(tillClose) });
export type Tills = z.infer<typeof tills>;
export const tillsResponse = z.object({ data: tills });
export type TillsResponse = z.infer<typeof tillsResponse>;

const amount = z.string().transform((text, context) => {
  const paise = parseCounted(text);
  if (paise === null) {
    context.addIssue({ code: 'custom', message: 'must be rupees with at most two decimals' });
    return z.NEVER;
  }
  return paise;
});

/**
 * POST close: a clerk's count, with the number and the expected sums that were shown. A difference needs a note. Only where a sum below 0
 * is expected may one be counted.
 */
export const closeTillRequest = z
  .object({
    clerk_id: z.uuid(),
    number: wholeNumber(1_000_000),
    cash_expected: amount,
    upi_expected: amount,
    cash: amount,
    upi: amount,
    note: optionalLine(500),
  })
  .superRefine(({ cash, cash_expected, upi, upi_expected, note }, context) => {
    const counts = [
      ['cash', cash, cash_expected],
      ['upi', upi, upi_expected],
    ] as const;
    for (const [path, sum, expected] of counts)
      if (sum < 0 && expected >= 0)
        context.addIssue({ code: 'custom', path: [path], message: 'must not be negative' });
    if ((cash === cash_expected && upi === upi_expected) || note !== undefined) return;
    context.addIssue({ code: 'custom', path: ['note'], message: 'must say why the count differs' });
  });
export type CloseTillRequest = z.output<typeof closeTillRequest>;
