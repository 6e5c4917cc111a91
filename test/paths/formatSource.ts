import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const CONFIG = join(import.meta.dirname, '..', '..', '.oxfmtrc.json');

/** Formats generated TypeScript as `npm run format` does. Throws when it cannot be parsed. */
export async function formatSource(file: string, source: string): Promise<string> {
  const { code, errors } = await format(
    file,
    source,
    JSON.parse(readFileSync(CONFIG, 'utf8')) as FormatConfig,
  );
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
