import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const CONFIG = join(import.meta.dirname, '..', '..', '.oxfmtrc.json');

/** Formats generated TypeScript as `npm run format` does. Throws when it cannot be parsed. */
export async function formatSource(source: string): Promise<string> {
  const config = JSON.parse(readFileSync(CONFIG, 'utf8')) as FormatConfig;
  // The language follows from this name; the file that is written may have any name.
  const { code, errors } = await format('path.test.ts', source, config);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
  return code;
}
