import type { FastifyServerOptions } from 'fastify';

interface LoggedError extends Error {
  code?: string;
}

/** Takes the log's lines, each a JSON object. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * What the log holds: one line per request and one per failure. Never bodies, headers or query strings, where tokens,
 * passwords and people's details travel; nor the details of a database error, which quote the row.
 */
export const loggerOptions = (
  level: string,
  stream?: LogDestination,
): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream && { stream }),
  serializers: {
    req: ({ method, url, ip }) => ({ method, path: url.split('?')[0] ?? '', ip }),
    err: ({ name, code, message, stack }: LoggedError) => ({
      type: name,
      message: code === undefined ? message : `${code}: ${message}`,
      stack: stack ?? '',
    }),
  },
});
