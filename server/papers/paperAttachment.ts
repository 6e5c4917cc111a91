import type { Database } from '../database/schema.ts';
import type { Attachment } from '../letters/mailer.ts';

/** The name of a paper's file: numbers have slashes. */
export const fileName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** The PDF of a paper for the letter that brings it, by the paper's id; null for an unknown one. */
export const paperAttachment =
  (database: Database) =>
  async (id: string): Promise<Attachment | null> => {
    const paper = await database
      .selectFrom('paper')
      .select(['id', 'number', 'content', 'content_hash'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!paper) return null;
    const { cachedPdf } = await import('./pdf/cachedPdf.ts');
    return { filename: fileName(paper.number), type: 'application/pdf', content: await cachedPdf(paper) };
  };
