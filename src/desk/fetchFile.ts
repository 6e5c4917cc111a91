import type { Send } from '../effects/http.ts';

/** A month of papers is drawn while it is sent. */
const TIMEOUT_MS = 300_000;

/** A file of the desk. A refusal is JSON, which would otherwise stay in the bytes and say nothing. */
export const fetchFile = (
  authenticatedRequest: Send,
  url: string,
  params: Readonly<Record<string, string>>,
): Promise<Blob> =>
  authenticatedRequest<Blob>({
    url,
    params,
    timeout: TIMEOUT_MS,
    responseType: 'arraybuffer',
    transformResponse: (bytes: ArrayBuffer, _headers, status = 200): unknown =>
      status < 400 ? new Blob([bytes]) : JSON.parse(new TextDecoder().decode(bytes)),
  });
