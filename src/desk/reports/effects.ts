import type { ReportResponse } from '../../../contract/deskReports.ts';
import { deskPaths } from '../../../contract/deskPaths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../effects/http.ts';
import { printDocument } from '../../effects/printDocument.ts';
import { saveAs } from '../../effects/saveAs.ts';
import { fetchFile } from '../fetchFile.ts';

/** The API calls of the reports section. */
export const createReportEffects = (authenticatedRequest: Send): DeskEffects['reports'] => ({
  async report(period, signal) {
    const [from, to] = period.split('/');
    const { data } = await authenticatedRequest<ReportResponse>({
      url: deskPaths.report,
      params: { from, to },
      signal,
    });
    return data;
  },
  async saveFile({ from = '', to = '', table = '' }) {
    const content = await fetchFile(authenticatedRequest, deskPaths.reportFile, { from, to, table });
    saveAs(content, `${table}-${from}-${to}.csv`);
  },
  async savePapers({ month, id = '', number = '', file }) {
    if (file === 'print') {
      const page = await fetchFile(authenticatedRequest, deskPaths.paperPrint, { id });
      printDocument(await page.text(), number);
      return;
    }
    const content =
      month === undefined
        ? await fetchFile(authenticatedRequest, deskPaths.paperPdf, { id })
        : await fetchFile(authenticatedRequest, deskPaths.papersOfMonth, { month });
    saveAs(content, `${month === undefined ? number.replaceAll('/', '-') : `papers-${month}`}.pdf`);
  },
});
