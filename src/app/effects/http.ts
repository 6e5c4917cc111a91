import type { AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { ErrorBody } from '../../../contract/errors.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { failureDetailsOf } from './failureDetails.ts';
import type { ServerClock } from './serverClock.ts';

const TIMEOUT_MS = 15_000;

/** Empty if the API is on the origin of the site (ruling 2). */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';

/** Returns the response's body; rejects with a Failure. */
export type Send = <Body>(request: AxiosRequestConfig) => Promise<Body>;

const unreachable = 'We could not reach the server. Check your connection and try again.';

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';

/** Without a session. The client's code is loaded on the first request. */
export function createSend(clock: ServerClock): Send {
  let loaded:
    | Promise<{
        client: AxiosInstance;
        toFailure: (error: unknown) => Failure;
        dateOf: (error: unknown) => unknown;
      }>
    | undefined;

  const load = async () => {
    const { default: axios } = await import('axios');
    const client = axios.create({ baseURL: apiHost, timeout: TIMEOUT_MS });
    const toFailure = (error: unknown): Failure => {
      if (!axios.isAxiosError(error)) return new Failure('PARSING_ERROR');
      if (!error.response) {
        const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
        return new Failure(isTimeout ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', null, unreachable);
      }
      const body: unknown = error.response.data;
      if (!isErrorBody(body)) return new Failure(error.response.status);
      const { code, message } = body.error;
      return new Failure(error.response.status, code, message, failureDetailsOf(body.error));
    };
    const dateOf = (error: unknown): unknown =>
      axios.isAxiosError(error) ? error.response?.headers['date'] : undefined;
    return { client, toFailure, dateOf };
  };

  return async <Body>(request: AxiosRequestConfig): Promise<Body> => {
    const { client, toFailure, dateOf } = await (loaded ??= load().catch(() => {
      loaded = undefined;
      throw new Failure('FETCH_ERROR', null, unreachable);
    }));
    const sentAt = Date.now();
    let response: AxiosResponse<Body>;
    try {
      response = await client.request<Body>(request);
    } catch (error) {
      // An error response has the server's time as well.
      const date = dateOf(error);
      if (date !== undefined) clock.synchronise(date, sentAt, Date.now());
      throw toFailure(error);
    }
    clock.synchronise(response.headers.date, sentAt, Date.now());
    if (typeof response.data !== 'object' || response.data === null) throw new Failure('PARSING_ERROR');
    return response.data;
  };
}
