import type {
  MethodTotal,
  PaymentInSettlement,
  ReceivedPayment,
  RoomTotal,
} from '../../contract/desk/money/payments.ts';
import type { TaxDocuments } from '../../contract/desk/invoices.ts';
import type * as api from '../../contract/desk/reports.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** Amounts are in paise. */
export type Report = Omit<CamelCased<api.Report>, 'money' | 'cancelled'> & {
  readonly money: { readonly [Name in keyof CamelCased<api.Report>['money']]: number };
  readonly cancelled: { readonly [Name in keyof CamelCased<api.Report>['cancelled']]: number };
};
type InPaise<Value, Amounts extends string> = Omit<CamelCased<Value>, Amounts> & {
  readonly [Name in Amounts]: number;
};
type PaymentTotal<Value> = InPaise<Value, 'amount' | 'refunded' | 'fees'>;
/** The latest payments of a period, and the totals by method and by room over the whole period. Amounts are in paise. */
export interface ReceivedPayments {
  readonly payments: readonly (Omit<InPaise<ReceivedPayment, 'amount' | 'refunded'>, 'inSettlement'> & {
    readonly inSettlement: InPaise<PaymentInSettlement, 'fee' | 'tax'> | null;
  })[];
  readonly totals: readonly PaymentTotal<MethodTotal>[];
  readonly rooms: readonly PaymentTotal<RoomTotal>[];
}
/** The latest first. `amount` is in paise; `next` continues the list, null on its last page. */
export interface IssuedTaxDocuments {
  readonly documents: readonly InPaise<TaxDocuments['documents'][number], 'amount'>[];
  readonly next: number | null;
}
export type DocumentsOfMonth = CamelCased<api.DocumentsOfMonth>;

/** Promises reject with a Failure. */
interface Needs {
  readonly reports: {
    /** `period`: two IST dates, 'from/to'. */
    report(period: string, signal: AbortSignal): Promise<Report>;
    payments(period: string, signal: AbortSignal): Promise<ReceivedPayments>;
    /** `filter`: the parameters of the call. */
    taxDocuments(filter: string, signal: AbortSignal): Promise<IssuedTaxDocuments>;
    /** `month`: 'YYYY-MM'. */
    documents(month: string, signal: AbortSignal): Promise<DocumentsOfMonth>;
  };
}

/** The key is the period, 'from/to'. */
const reportFlow = resourceFlow(
  'report',
  { needs: ['reports'], shows: ['bookings', 'money', 'points', 'invoices'] },
  ({ reports }: Needs, period, signal) => reports.report(period, signal),
);

/** The key is the period, 'from/to'. */
const receivedPaymentsFlow = resourceFlow(
  'receivedPayments',
  { needs: ['reports'], shows: ['money', 'invoices'] },
  ({ reports }: Needs, period, signal) => reports.payments(period, signal),
);

/** The key is the filter. */
const issuedDocumentsFlow = resourceFlow(
  'issuedDocuments',
  { needs: ['reports'], shows: ['invoices'] },
  ({ reports }: Needs, filter, signal) => reports.taxDocuments(filter, signal),
);

/**
 * PDF files of a month's invoices and credit notes. The key is the month. While the server makes the files,
 * the progress is loaded every few seconds.
 */
const documentsFlow = resourceFlow(
  'documents',
  { needs: ['reports'], shows: ['documents', 'invoices'] },
  ({ reports }: Needs, month, signal) => reports.documents(month, signal),
  ({ document }) => document?.state === 'making',
);

export const reportFlows = [
  reportFlow,
  receivedPaymentsFlow,
  issuedDocumentsFlow,
  documentsFlow,
  staffForm({
    id: 'makeDocuments',
    area: 'reports',
    call: 'makeDocuments',
    doneText: 'The documents are being prepared',
    changes: ['documents'],
    isOpen: true,
  }),
  staffForm({
    id: 'monthArchive',
    area: 'reports',
    call: 'saveArchive',
    doneText: 'The ZIP file is in your downloads',
    changes: [],
    isOpen: true,
  }),
  staffForm({
    id: 'reportFile',
    area: 'reports',
    call: 'saveFile',
    doneText: 'The table is in your downloads',
    changes: [],
    isOpen: true,
  }),
  staffForm({
    id: 'taxDocumentFile',
    area: 'reports',
    call: 'saveTaxDocuments',
    doneText: 'The document is ready',
    changes: [],
    isOpen: true,
  }),
] as const;
