import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { TestServer } from './startServer.ts';

export type BodyKind = 'json' | 'urlencoded' | 'multipart';

export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** An error response. */
export type ErrorResponse = ApiResponse<ErrorBody>;

/** The request id differs each time. */
export const errorWithoutId = ({ body }: ApiResponse): object => ({
  ...(body as ErrorBody).error,
  request_id: undefined,
});

const encoders: Record<BodyKind, (fields: Record<string, unknown>) => RequestInit> = {
  json: (fields) => ({ body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
  urlencoded: (fields) => ({ body: new URLSearchParams(fields as Record<string, string>) }),
  multipart: (fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
    return { body };
  },
};

/** Sends a request and reads its response as JSON. */
export async function send<T = unknown>(
  server: TestServer,
  path: string,
  init: RequestInit = {},
): Promise<ApiResponse<T>> {
  const response = await fetch(server.url + path, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

const bearer = (token?: string): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** GETs a path with an access token. */
export const get = <T = unknown>(server: TestServer, path: string, token?: string): Promise<ApiResponse<T>> =>
  send<T>(server, path, { headers: bearer(token) });

/** POSTs fields to a path with an access token. */
export function post<T = unknown>(
  server: TestServer,
  path: string,
  fields: Record<string, unknown>,
  {
    token,
    as = 'json',
    from,
  }: {
    token?: string | undefined;
    as?: BodyKind;
    /** For a server that trusts this machine as a proxy. */
    from?: string | undefined;
  } = {},
): Promise<ApiResponse<T>> {
  const { body, headers } = encoders[as](fields);
  return send<T>(server, path, {
    method: 'POST',
    body: body ?? null,
    headers: {
      ...(headers as Record<string, string>),
      ...bearer(token),
      ...(from && { 'x-forwarded-for': from }),
    },
  });
}

export interface SignedIn {
  readonly access: string;
  readonly refresh: string;
  readonly user_id: string;
  readonly is_member: boolean;
}

export const accounts = {
  member: { email: 'member@example.com', password: 'Member-2025!' },
  guest: { email: 'guest@example.com', password: 'Guest-2025!' },
  blocked: { email: 'blocked@example.com', password: 'Blocked-2025!' },
  desk: { email: 'desk@example.com', password: 'Desk-2025!' },
  owner: { email: 'owner@example.com', password: 'Owner-2025!' },
} as const;

/** Signs one of the seed's accounts in. */
export async function signIn(server: TestServer, account: keyof typeof accounts): Promise<SignedIn> {
  const { status, body } = await post<SignedIn>(server, paths.login, accounts[account]);
  if (status !== 200) throw new Error(`${account} could not sign in: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const bookingFields = (
  user: Pick<SignedIn, 'user_id'>,
  room: number,
  day: string,
  range: SlotRange,
) => ({
  mid: room,
  uid: user.user_id,
  bdate: day,
  ...bookingTimes(range),
});
