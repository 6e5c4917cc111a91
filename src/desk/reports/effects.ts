import type { TaxDocumentsResponse } from '../../../contract/desk/invoices.ts';
import type {
  MethodTotal,
  ReceivedPayment,
  ReceivedPaymentsResponse,
} from '../../../contract/desk/money/payments.ts';
import type { DocumentsOfMonthResponse, ReportResponse } from '../../../contract/desk/reports.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { printDocument } from '../../app/effects/printDocument.ts';
import { saveAs } from '../../app/effects/saveAs.ts';
import { fetchFile } from '../effects/fetchFile.ts';

/** The server prints every document of the month meanwhile. */
const ARCHIVE_TIMEOUT_MS = 3_600_000;

export const createReportEffects = (authenticatedRequest: Send): DeskEffects['reports'] => ({
  async report(period, signal) {
    const [from, to] = period.split('/');
    const { data } = await authenticatedRequest<ReportResponse>({
      url: deskPaths.report,
      params: { from, to },
      signal,
    });
    const { money, cancelled } = data;
    return {
      ...camelCased(data),
      money: {
        invoices: money.invoices,
        creditNotes: money.credit_notes,
        taxable: parsePaise(money.taxable),
        cgst: parsePaise(money.cgst),
        sgst: parsePaise(money.sgst),
        igst: parsePaise(money.igst),
        total: parsePaise(money.total),
      },
      cancelled: {
        bookings: cancelled.bookings,
        returned: parsePaise(cancelled.returned),
        returnedPoints: cancelled.returned_points,
      },
    };
  },
  async payments(period, signal) {
    const [from, to] = period.split('/');
    const { data } = await authenticatedRequest<ReceivedPaymentsResponse>({
      url: deskPaths.payments,
      params: { from, to },
      signal,
    });
    const payment = ({ in_settlement: settled, ...value }: ReceivedPayment) =>
      Object.assign(withPaise(value), {
        refunded: parsePaise(value.refunded),
        inSettlement: settled && {
          fee: parsePaise(settled.fee),
          tax: parsePaise(settled.tax),
          settlements: settled.settlements,
        },
      });
    const total = <Value extends Omit<MethodTotal, 'method'>>(value: Value) =>
      Object.assign(withPaise(value), { refunded: parsePaise(value.refunded), fees: parsePaise(value.fees) });
    return {
      payments: data.payments.map(payment),
      totals: data.totals.map(total),
      rooms: data.rooms.map(total),
    };
  },
  async taxDocuments(filter, signal) {
    const { data } = await authenticatedRequest<TaxDocumentsResponse>({
      url: deskPaths.taxDocuments,
      params: Object.fromEntries(new URLSearchParams(filter)),
      signal,
    });
    return { documents: data.documents.map(withPaise), next: data.next };
  },
  async saveFile({ from = '', to = '', table = '' }) {
    const content = await fetchFile(authenticatedRequest, deskPaths.reportFile, { from, to, table });
    saveAs(content, `${table}-${from}-${to}.csv`);
  },
  async documents(month, signal) {
    const { data } = await authenticatedRequest<DocumentsOfMonthResponse>({
      url: deskPaths.monthDocument,
      params: { month },
      signal,
    });
    return camelCased(data);
  },
  async makeDocuments({ month }) {
    await authenticatedRequest({ url: deskPaths.makeMonthDocument, method: 'post', data: { month } });
  },
  async saveArchive({ month = '' }) {
    const content = await fetchFile(
      authenticatedRequest,
      deskPaths.monthArchive,
      { month },
      ARCHIVE_TIMEOUT_MS,
    );
    saveAs(content, `papers-${month}.zip`);
  },
  async saveTaxDocuments({ id = '', number = '', position, name = number, file }) {
    if (file === 'print') {
      const page = await fetchFile(authenticatedRequest, deskPaths.taxDocumentPrint, { id });
      printDocument(await page.text(), number);
      return;
    }
    const content =
      position === undefined
        ? await fetchFile(authenticatedRequest, deskPaths.taxDocumentPdf, { id })
        : await fetchFile(authenticatedRequest, deskPaths.monthDocumentFile, { id, position });
    saveAs(content, `${name.replaceAll('/', '-')}.pdf`);
  },
});
