import type { Send } from '../../app/effects/http.ts';

/** A file may have some megabytes, and the connection may be slow. */
const TIMEOUT_MS = 300_000;

/**
 * An error response is JSON: it is parsed here, because the response type `arraybuffer` would leave it as bytes without an
 * error code.
 */
export const fetchFile = (
  authenticatedRequest: Send,
  url: string,
  params: Readonly<Record<string, string>>,
  timeout = TIMEOUT_MS,
): Promise<Blob> =>
  authenticatedRequest<Blob>({
    url,
    params,
    timeout,
    responseType: 'arraybuffer',
    transformResponse: (bytes: ArrayBuffer, _headers, status = 200): unknown =>
      status < 400 ? new Blob([bytes]) : JSON.parse(new TextDecoder().decode(bytes)),
  });
