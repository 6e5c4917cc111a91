import { taxDocumentContent } from '../../../contract/invoices/taxDocuments.ts';
import type { FrozenTaxDocument } from '../taxDocuments.ts';
import { taxDocumentPdf } from './taxDocumentPdf.ts';

/** Per server process. A PDF has about 20 kB. */
const MAX_CACHED = 50;

const cached = new Map<string, Promise<Buffer>>();

/** The latest PDFs are cached, because tax documents never change and a PDF takes a tenth of a second of CPU. */
export function cachedPdf({ id, content }: FrozenTaxDocument): Promise<Buffer> {
  const known = cached.get(id);
  if (known) return known;
  const made = taxDocumentPdf(taxDocumentContent.parse(JSON.parse(content)));
  cached.set(id, made);
  made.catch(() => cached.delete(id));
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  return made;
}
