import type { DeskBusiness, SaveBusinessRequest, SavePolicyTextRequest } from '../../../contract/business.ts';
import { NETWORKS, type Business } from '../../../domain/content/business.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { currentBusiness, savedBusiness, savedPolicyText } from './business.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';
import { changedFields } from '../../audit/changedFields.ts';
import { staleEditError } from '../../audit/staleEdit.ts';
import type { AuditedResult } from '../../audit/staffChange.ts';

interface Version {
  readonly version: number;
}

/** `configured`: the details of the environment. */
export async function deskBusiness(database: Database, configured: Business): Promise<DeskBusiness> {
  const [saved, terms, privacy, cancellation] = await Promise.all([
    savedBusiness(database),
    savedPolicyText(database, 'terms'),
    savedPolicyText(database, 'privacy'),
    savedPolicyText(database, 'cancellation'),
  ]);
  return { details: saved ?? { ...configured, version: 0 }, texts: { terms, privacy, cancellation } };
}

/** Locks the details and the texts until the transaction ends, also before their first save. */
const lockBusiness = (tx: Tx) => lockNamed(tx, 'business');

/**
 * Saves the details of the business. Issued invoices keep their seller. Throws 409 when the details were changed
 * after `version`. `configured`: the details of the environment.
 */
export async function saveBusiness(
  tx: Tx,
  { version, ...fields }: SaveBusinessRequest,
  configured: Business,
): Promise<AuditedResult<Version>> {
  await lockBusiness(tx);
  const saved = await savedBusiness(tx);
  if ((saved?.version ?? 0) !== version) throw await staleEditError(tx, 'business', 'details', version);
  const { name, address, gstin, phone, email, map, whatsapp } = fields;
  const social = Object.fromEntries(
    NETWORKS.map((network) => [network, fields[network]]),
  ) as Business['social'];
  const details = { name, address, gstin, phone, email, map, whatsapp, social };
  const changed = changedFields(await currentBusiness(tx, configured), details);
  // The first save also counts when it changes nothing: from then on the settings of the environment no longer apply.
  if (changed === null && saved) return { result: { version }, changes: [] };
  const columns = { ...details, social: JSON.stringify(details.social), version: version + 1 };
  await tx
    .insertInto('business')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  return {
    result: { version: version + 1 },
    changes: [
      {
        action: 'business changed',
        subject: 'business',
        subjectId: 'details',
        was: changed?.was ?? {},
        became: { ...changed?.became, version: version + 1 },
      },
    ],
  };
}

/**
 * Saves a text of the site, which its page shows with the date of this change. Throws 409 when the text was changed after
 * `version`.
 */
export async function savePolicyText(
  tx: Tx,
  { version, name, text }: SavePolicyTextRequest,
  now: EpochMs,
): Promise<AuditedResult<Version>> {
  await lockBusiness(tx);
  const saved = await savedPolicyText(tx, name);
  if (saved.version !== version) throw await staleEditError(tx, 'business', name, version);
  if (saved.text === text) return { result: { version }, changes: [] };
  const columns = { text, changed_at: new Date(now), version: version + 1 };
  await tx
    .insertInto('policy_text')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
  return {
    result: { version: version + 1 },
    changes: [
      {
        action: 'text changed',
        subject: 'business',
        subjectId: name,
        was: { text: saved.text },
        became: { text, version: version + 1 },
      },
    ],
  };
}
