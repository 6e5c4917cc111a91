import type { AxiosRequestConfig } from 'axios';
import { paths } from '../../contract/paths.ts';
import type { Effects } from '../../machines/effects.ts';
import type { Downloadable } from '../../machines/download.ts';
import type { Send } from './http.ts';

const requestOf = (file: Downloadable): AxiosRequestConfig =>
  file.kind === 'calendar'
    ? { url: paths.calendar, params: { booking_id: file.bookingId } }
    : { url: paths.paperPdf(file.paperId) };

/** Long enough for every browser to have begun saving, in milliseconds. */
const KEPT_MS = 60_000;

/** Lets the browser save a file under a name. */
function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Files that need the access token. */
export const createDownloads = (authenticatedRequest: Send): Effects['downloads'] => ({
  async save(file, signal) {
    const content = await authenticatedRequest<Blob>({ ...requestOf(file), responseType: 'blob', signal });
    saveAs(content, file.name);
  },
});
