import type { ReportResponse } from '../../../contract/deskReports.ts';
import { deskPaths } from '../../../contract/deskPaths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../effects/http.ts';
import { saveAs } from '../../effects/saveAs.ts';

/** The calls about reports. */
export const createReports = (authenticatedRequest: Send): DeskEffects['reports'] => ({
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
    const content = await authenticatedRequest<Blob>({
      url: deskPaths.reportFile,
      params: { from, to, table },
      responseType: 'blob',
    });
    saveAs(content, `${table}-${from}-${to}.csv`);
  },
});
