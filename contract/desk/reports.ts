import { z } from 'zod';
import { addDays, isDate } from '../../domain/time/calendar.ts';
import { calendarDate } from '../values.ts';

const MAX_REPORT_DAYS = 400;

const period = z.object({ from: calendarDate, to: calendarDate });
const checkPeriod = ({ from, to }: z.output<typeof period>, context: z.RefinementCtx): void => {
  if (to < from) {
    context.addIssue({ code: 'custom', path: ['to'], message: 'must not be before the first day' });
  } else if (to > addDays(from, MAX_REPORT_DAYS)) {
    context.addIssue({
      code: 'custom',
      path: ['to'],
      message: `must be at most ${MAX_REPORT_DAYS} days later`,
    });
  }
};

/** GET report, GET payments: the first and the last day (IST). */
export const reportQuery = period.superRefine(checkPeriod);

/** As the offline tool of the GST return names its tables. */
export const returnTables = ['b2b', 'b2cs', 'cdnr', 'hsn-b2b', 'hsn-b2c', 'docs'] as const;
export type ReturnTable = (typeof returnTables)[number];

const tables = ['use', 'money', 'papers', 'payments', ...returnTables] as const;

export const isReturnTable = (table: string): table is ReturnTable =>
  (returnTables as readonly string[]).includes(table);

/**
 * GET report file: one table as CSV, of the report, of the invoices and credit notes, of the payments, or of the GST return for the
 * month of the period.
 */
export const reportFileQuery = period
  .extend({ table: z.enum(tables) })
  .superRefine(checkPeriod)
  .superRefine(({ from, to, table }, context) => {
    if (!isReturnTable(table) || from.slice(0, 7) === to.slice(0, 7)) return;
    context.addIssue({ code: 'custom', path: ['to'], message: 'must be in the month of the first day' });
  });
export type ReportFileQuery = z.output<typeof reportFileQuery>;

/** GET tax document: any invoice or credit note, as PDF. */
export const deskTaxDocumentQuery = z.object({ id: z.uuid() });

/** POST make the documents of a month, GET their state, and GET the archive of a month: a month ('YYYY-MM', IST). */
export const monthDocumentRequest = z.object({
  month: z.string().refine((text) => isDate(`${text}-01`), 'must be a month as YYYY-MM'),
});

/** GET a file of the documents of a month, as PDF. */
export const monthDocumentFileQuery = z.object({
  id: z.uuid(),
  position: z.coerce.number().int().min(1).max(10_000),
});

/**
 * The invoices and credit notes of a month as PDF files. `papers` of them were issued when the work began, of which `done` are in
 * a file. The files are complete when the state is 'ready', and are deleted at `expires_at`.
 */
const monthDocument = z.object({
  id: z.string(),
  state: z.enum(['making', 'ready', 'failed']),
  papers: z.number(),
  done: z.number(),
  /** `first`, `last`: the positions of the tax documents of the file in the month, from 1. */
  files: z.array(z.object({ position: z.number(), first: z.number(), last: z.number() })),
  expires_at: z.string(),
});
/** `issued`: the invoices and credit notes that the month has now. `document` is null when nobody has asked for it. */
const documentsOfMonth = z.object({
  month: z.string(),
  issued: z.number(),
  document: monthDocument.nullable(),
});
export type MonthDocument = z.infer<typeof monthDocument>;
export type DocumentsOfMonth = z.infer<typeof documentsOfMonth>;
export const documentsOfMonthResponse = z.object({ data: documentsOfMonth });
export type DocumentsOfMonthResponse = z.infer<typeof documentsOfMonthResponse>;

/** Over the whole period. `weekday`: 0 is Monday. */
const use = z.object({ room_id: z.number(), weekday: z.number(), hour: z.number(), hours: z.number() });

/** Rupees have two decimals. Credit notes are subtracted. `outstanding`: the current points of all accounts. */
const report = z.object({
  from: z.string(),
  to: z.string(),
  rooms: z.array(z.object({ id: z.number(), name: z.string(), bookings: z.number(), hours: z.number() })),
  use: z.array(use),
  money: z.object({
    invoices: z.number(),
    credit_notes: z.number(),
    taxable: z.string(),
    cgst: z.string(),
    sgst: z.string(),
    igst: z.string(),
    total: z.string(),
  }),
  points: z.object({ used: z.number(), given: z.number(), ended: z.number(), outstanding: z.number() }),
  cancelled: z.object({ bookings: z.number(), returned: z.string(), returned_points: z.number() }),
});
export type Report = z.infer<typeof report>;
export const reportResponse = z.object({ data: report });
export type ReportResponse = z.infer<typeof reportResponse>;
