import type { FastifyServerOptions } from 'fastify';
import { paths } from '../../../contract/paths.ts';

interface LoggedError extends Error {
  code?: string;
}

/** Writes log lines, each a JSON object. */
export interface LogDestination {
  write(line: string): void;
}

const FEED_PATH = paths.calendarFeedFile('');

/** Without the query string, and for a calendar feed without its secret. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.startsWith(FEED_PATH) ? `${FEED_PATH}[redacted]` : path;
}

/**
 * The log has one line per request and one per failure. It never contains bodies, headers or query strings, because they may
 * have tokens, passwords and personal data, nor the details of a database error, because they quote the row.
 */
export const loggerOptions = (
  level: string,
  stream?: LogDestination,
): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream && { stream }),
  serializers: {
    req: ({ method, url, ip }) => ({ method, path: loggedPath(url), ip }),
    err: ({ name, code, message, stack }: LoggedError) => ({
      type: name,
      message: code === undefined ? message : `${code}: ${message}`,
      stack: stack ?? '',
    }),
  },
});
