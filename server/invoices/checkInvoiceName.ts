import { fullName } from '../../domain/account/fullName.ts';
import { invoiceNameProblem } from '../../domain/text/printedLetters.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

/**
 * Throws 400, before anything is paid, for a buyer whose invoice would not show the name: an invoice cannot be changed later. The
 * buyer then saves the name for invoices in Latin letters, which the invoice carries (decision 0038). `field`: the field of the
 * form in which it is corrected.
 */
export async function checkInvoiceName(
  database: Database | Tx,
  userId: string,
  field: 'company_name' | 'first_name' = 'company_name',
): Promise<void> {
  const buyer = await database
    .selectFrom('app_user')
    .leftJoin('billing_details', 'billing_details.user_id', 'app_user.id')
    .select(['first_name', 'last_name', 'billing_details.name', 'billing_details.address'])
    .where('app_user.id', '=', userId)
    .executeTakeFirst();
  if (!buyer) return;
  const ownName = fullName(buyer.first_name, buyer.last_name);
  const problem = invoiceNameProblem(`${buyer.name ?? ownName} ${buyer.address ?? ''}`);
  if (problem === null) return;
  const message =
    field === 'company_name'
      ? `The name or address on the invoice ${problem}. Enter it in the invoice details, and confirm again.`
      : `The name on the invoice ${problem}. A customer with an account does it in the invoice details of the profile.`;
  throw new ApiError('bad-input', message, { fields: { [field]: problem } });
}
