import { paperContent } from '../../../contract/papers.ts';
import type { FrozenPaper } from '../papers.ts';
import { paperPdf } from './paperPdf.ts';

/** The number of PDFs that a server process keeps, of about 20 kB each. */
const MAX_CACHED = 50;

const cached = new Map<string, Promise<Buffer>>();

/** The PDF of a paper. Papers never change, so the latest ones are kept: making one takes a tenth of a second of CPU. */
export function cachedPdf({ id, content }: FrozenPaper): Promise<Buffer> {
  const known = cached.get(id);
  if (known) return known;
  const made = paperPdf(paperContent.parse(JSON.parse(content)));
  cached.set(id, made);
  made.catch(() => cached.delete(id));
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  return made;
}
