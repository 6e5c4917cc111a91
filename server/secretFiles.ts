import { readFileSync } from 'node:fs';
import { SetupError } from './setupError.ts';

/** The settings that a file may hold, so that neither `docker inspect` nor /proc shows them. */
const SECRETS = [
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
 * The environment with the contents of the files that `NAME_FILE` names as `NAME`, without line breaks at their ends. Throws
 * a `SetupError` for a file that cannot be read and for a setting that is made both ways; the error never has the content.
 */
export function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...variables };
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    if (variables[name]) throw new SetupError(`${name} and ${name}_FILE are both set: keep one of them.`);
    try {
      read[name] = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    } catch (error) {
      throw new SetupError(
        `${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
  }
  return read;
}
