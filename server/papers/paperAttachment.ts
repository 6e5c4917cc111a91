import type { Database } from '../database/schema.ts';
import type { Attachment } from '../email/mailer.ts';

/** The file name of a paper. The slashes of its number are replaced. */
export const fileName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** The PDF of a paper as the attachment of an email, by the paper's id; null for an unknown id. */
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
