import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { JobTable } from '../platform/jobs/lease.ts';
import { runDue } from '../platform/jobs/runDue.ts';
import { runPeriodically } from '../platform/jobs/runPeriodically.ts';
import { invoiceMonth, lastMonth, nextInvoiceAt } from './monthInvoices.ts';

interface DueCompany {
  readonly id: string;
  readonly next_invoice_at: Date;
}

/** A company is due when a month is over. */
export const companyJobs: JobTable<DueCompany> = {
  name: 'company',
  id: 'id',
  due: 'next_invoice_at',
  columns: ['id', 'next_invoice_at'],
};

interface InvoiceDeps {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly log: { error(details: object, message: string): void };
  /** Aborted when the server stops. */
  readonly stopping?: AbortSignal | undefined;
}

const MINUTE_MS = 60_000;

/**
 * Queues the invoices of the companies whose month is over. Any number of servers may call this at the same time. Returns the errors
 * of companies that failed; they are tried again and do not stop the others.
 */
export const invoiceCompanies = (deps: InvoiceDeps): Promise<unknown[]> =>
  runDue(deps, {
    kind: 'the invoice of a company',
    table: companyJobs,
    ids: ({ id }) => ({ company: id }),
    work: ({ id }) =>
      inTransaction(deps.database, async (tx) => {
        const now = deps.now();
        await invoiceMonth(tx, id, lastMonth(now), now);
        await tx
          .updateTable('company')
          .set({ next_invoice_at: nextInvoiceAt(now) })
          .where('id', '=', id)
          .execute();
      }),
    postpone: async ({ id }) => {
      await deps.database
        .updateTable('company')
        .set({ next_invoice_at: new Date(deps.now() + 10 * MINUTE_MS) })
        .where('id', '=', id)
        .execute();
    },
  });

/** Invoices companies periodically until the returned function is called, which waits for the current company. */
export const startInvoicingCompanies = (deps: InvoiceDeps): (() => Promise<void>) =>
  runPeriodically({
    everyMs: MINUTE_MS,
    startsImmediately: true,
    pass: async (stopping) => {
      const failures = await invoiceCompanies({ ...deps, stopping });
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
    onError: (error) => deps.log.error({ err: error }, 'invoicing companies failed; it will be tried again'),
  });
