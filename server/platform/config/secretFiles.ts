import { readFileSync } from 'node:fs';
import { SetupError } from './setupError.ts';

/** They may be in a file, where neither `docker inspect` nor /proc shows them. */
const SECRET_VARIABLES = [
  'ACCESS_TOKEN_SECRET',
  'REFRESH_TOKEN_SECRET',
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRETS',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * Returns the environment in which each secret `NAME` has the content of the file `NAME_FILE`, without line breaks at its end.
 * Throws a `SetupError` for a file that cannot be read, and when both variables are set. The error never contains the secret.
 */
export function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const resolved = { ...variables };
  for (const name of SECRET_VARIABLES) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    if (variables[name]) throw new SetupError(`${name} and ${name}_FILE are both set: keep one of them.`);
    try {
      resolved[name] = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    } catch (error) {
      throw new SetupError(
        `${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
  }
  return resolved;
}
