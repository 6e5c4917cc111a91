import type { Database } from '../../platform/database/schema.ts';
import type { Attachment } from '../../platform/mail/mailer.ts';

/** The slashes of the number are replaced. */
export const fileName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** By the tax document's id; null for an unknown id. */
export const taxDocumentAttachment =
  (database: Database) =>
  async (id: string): Promise<Attachment | null> => {
    const taxDocument = await database
      .selectFrom('paper')
      .select(['id', 'number', 'content', 'content_hash'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!taxDocument) return null;
    const { cachedPdf } = await import('../pdf/cachedPdf.ts');
    return {
      filename: fileName(taxDocument.number),
      type: 'application/pdf',
      content: await cachedPdf(taxDocument),
    };
  };
