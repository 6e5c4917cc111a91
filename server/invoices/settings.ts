import type { Business } from '../../domain/content/business.ts';
import { currentBusiness } from '../content/business/business.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import {
  taxDocumentSettings,
  type TaxDocumentConfig,
  type TaxDocumentSettings,
} from '../platform/config/taxDocumentConfig.ts';

/** With the business that an owner has entered at the desk. */
export const currentTaxDocumentSettings = async (
  database: Database | Tx,
  { taxDocuments, business }: { readonly taxDocuments: TaxDocumentConfig; readonly business: Business },
): Promise<TaxDocumentSettings> =>
  taxDocumentSettings(taxDocuments, await currentBusiness(database, business));
