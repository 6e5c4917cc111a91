import type { AxiosRequestConfig } from 'axios';
import { paths } from '../../../contract/paths.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Downloadable } from '../../../machines/engine/download.ts';
import type { Send } from './http.ts';
import { printDocument } from './printDocument.ts';
import { saveAs } from './saveAs.ts';

function requestOf(file: Downloadable): AxiosRequestConfig {
  if (file.kind === 'calendar') return { url: paths.calendar, params: { booking_id: file.bookingId } };
  return {
    url:
      file.kind === 'print'
        ? paths.taxDocumentPrint(file.taxDocumentId)
        : paths.taxDocumentPdf(file.taxDocumentId),
  };
}

/** These files need the access token. */
export const createDownloads = (authenticatedRequest: Send): Effects['downloads'] => ({
  async save(file, signal) {
    const content = await authenticatedRequest<Blob>({ ...requestOf(file), responseType: 'blob', signal });
    if (file.kind === 'print') printDocument(await content.text(), file.name);
    else saveAs(content, file.name);
  },
});
