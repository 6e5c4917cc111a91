import { z } from 'zod';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { settlementProblems } from '../../../domain/money/settlementReport.ts';
import { filledLine } from '../../values.ts';

/** POST settlement report: the name of the file. The body is the file, as CSV. */
export const uploadReportQuery = z.object({ name: filledLine(200) });

/**
 * A settlement of the provider, from the uploaded reports. Rupees have two decimals; `other` are adjustments, negative for what was
 * subtracted, and `net` is what the bank received: payments − refunds − fee − tax + other.
 */
const settlement = z.object({
  id: z.string(),
  settled_on: z.string(),
  utr: z.string().nullable(),
  lines: z.number(),
  payments: z.string(),
  refunds: z.string(),
  fee: z.string(),
  tax: z.string(),
  other: z.string(),
  net: z.string(),
});
export type Settlement = z.infer<typeof settlement>;

/**
 * A payment or refund about which a report and the bookings disagree. `subject`: the provider's id. `ours` and `reported` are in
 * rupees; '0.00' for what one side does not have. With 'sum' they are what the line should pay out, and what it does.
 */
const difference = z.object({
  subject: z.string(),
  problem: z.enum(settlementProblems),
  /** IST date: of the settlement, or of our payment or refund. */
  day: z.string(),
  kind: z.string(),
  settlement_id: z.string().nullable(),
  ours: z.string(),
  reported: z.string(),
  booking_id: z.string().nullable(),
  booking_reference: z.string().nullable(),
});
export type SettlementDifference = z.infer<typeof difference>;

/** A difference that somebody has explained; `at` is an ISO instant. */
const explained = difference
  .pick({ subject: true, problem: true, ours: true, reported: true })
  .extend({ note: z.string(), by: z.string(), at: z.string() });
export type ExplainedDifference = z.infer<typeof explained>;

/** An uploaded report. `unsettled`: lines that no settlement paid yet. */
const uploadedReport = z.object({
  id: z.string(),
  file: z.string(),
  at: z.string(),
  by: z.string(),
  lines: z.number(),
  new_lines: z.number(),
  unsettled: z.number(),
  unknown_columns: z.array(z.string()),
});
export type UploadedReport = z.infer<typeof uploadedReport>;

/**
 * GET settlements: those of a period, the differences that nobody has explained, the latest explanations, and the latest reports.
 */
const settlements = z.object({
  settlements: z.array(settlement),
  differences: z.array(difference),
  /** There are more differences than the listed ones. */
  more: z.boolean(),
  explained: z.array(explained),
  reports: z.array(uploadedReport),
});
export type Settlements = z.infer<typeof settlements>;
export const settlementsResponse = z.object({ data: settlements });
export type SettlementsResponse = z.infer<typeof settlementsResponse>;

const amount = z
  .string()
  .regex(/^-?\d{1,9}\.\d\d$/, 'must be rupees with two decimals')
  .transform(parsePaise);

/** POST explain: why a difference is right, with the amounts that were shown. */
export const explainDifferenceRequest = z.object({
  subject: filledLine(60),
  problem: z.enum(settlementProblems),
  ours: amount,
  reported: amount,
  note: filledLine(500),
});
export type ExplainDifferenceRequest = z.output<typeof explainDifferenceRequest>;
