import type { BillingDetails, BillingResponse } from '../../contract/invoices/billing.ts';
import { isStateCode } from '../../domain/invoices/gstStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { userById } from '../account/users.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';

/** A user's billing details. When none are saved, only the company name of the account is filled in. */
export async function billingDetails(
  database: Database | Tx,
  userId: string,
): Promise<BillingResponse['data']> {
  const stored = await database
    .selectFrom('billing_details')
    .select(['name', 'address', 'gstin', 'state', 'is_sez'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (stored) {
    return {
      company_name: stored.name,
      address: stored.address ?? '',
      gstin: stored.gstin ?? '',
      state: stored.state ?? '',
      sez: stored.is_sez,
      saved: true,
    };
  }
  const user = await userById(database, userId);
  if (!user) throw new ApiError('unauthenticated', 'This account no longer exists');
  return {
    company_name: user.company_name ?? '',
    address: '',
    gstin: '',
    state: '',
    sez: false,
    saved: false,
  };
}

/**
 * Saves billing details, or deletes them when the company name is empty. Invoices that are already queued keep the earlier
 * details.
 */
export async function saveBillingDetails(
  database: Database | Tx,
  userId: string,
  details: BillingDetails,
  now: EpochMs,
): Promise<void> {
  if (details.company_name === '') {
    await database.deleteFrom('billing_details').where('user_id', '=', userId).execute();
    return;
  }
  const values = {
    name: details.company_name,
    address: details.address || null,
    gstin: details.gstin || null,
    state: isStateCode(details.state) ? details.state : null,
    is_sez: details.sez,
    updated_at: new Date(now),
  };
  await database
    .insertInto('billing_details')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

const auditNames = { company_name: 'company', address: 'address', gstin: 'GSTIN' } as const;

/** The billing details as the desk enters them with a sale. */
export interface EnteredBilling extends Pick<BillingDetails, 'company_name' | 'address' | 'gstin'> {
  /** An empty field was emptied; otherwise it was not entered. */
  readonly replaces_billing: boolean;
}

/**
 * Saves the billing details that the desk has entered for a customer, whose row is locked. What the desk does not enter stays, also
 * the special economic zone of the same GSTIN. Returns the names of the changed fields, for the audit, which keeps no personal
 * data; null without a change. Throws 400 for details that are not complete together with those that are saved.
 */
export async function saveEnteredBilling(
  tx: Tx,
  userId: string,
  entered: EnteredBilling,
  now: EpochMs,
): Promise<string | null> {
  const fields = ['company_name', 'address', 'gstin'] as const;
  if (fields.every((field) => entered[field] === '')) return null;
  const stored = await billingDetails(tx, userId);
  const saved = (field: (typeof fields)[number]): string => (stored.saved ? stored[field] : '');
  const [company_name, address, gstin] = fields.map(
    (field) => entered[field] || (entered.replaces_billing ? '' : saved(field)),
  ) as [string, string, string];
  if (company_name === '') throw fieldError('company_name', 'must not be empty');
  if (gstin !== '' && address === '') throw fieldError('address', 'must not be empty with a GSTIN');
  const next = { company_name, address, gstin };
  const changed = fields.filter((field) => next[field] !== saved(field));
  if (changed.length === 0) return null;
  const isSameBuyer = stored.saved && stored.gstin === gstin;
  const details: BillingDetails = {
    company_name,
    address,
    gstin,
    state: gstin === '' ? (isSameBuyer ? stored.state : '') : gstin.slice(0, 2),
    sez: isSameBuyer && stored.sez,
  };
  await saveBillingDetails(tx, userId, details, now);
  return changed.map((field) => auditNames[field]).join(', ');
}
