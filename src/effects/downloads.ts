import type { AxiosRequestConfig } from 'axios';
import { paths } from '../../contract/paths.ts';
import type { Effects } from '../../machines/effects.ts';
import type { Downloadable } from '../../machines/download.ts';
import type { Send } from './http.ts';
import { saveAs } from './saveAs.ts';

const requestOf = (file: Downloadable): AxiosRequestConfig =>
  file.kind === 'calendar'
    ? { url: paths.calendar, params: { booking_id: file.bookingId } }
    : { url: paths.paperPdf(file.paperId) };

/** Files that need the access token. */
export const createDownloads = (authenticatedRequest: Send): Effects['downloads'] => ({
  async save(file, signal) {
    const content = await authenticatedRequest<Blob>({ ...requestOf(file), responseType: 'blob', signal });
    saveAs(content, file.name);
  },
});
