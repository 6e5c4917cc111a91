import type { PolicyText } from '../../../contract/business.ts';
import { demoDetails, type Business } from '../../../domain/content/business.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { brand } from '../../../domain/content/brand.ts';
import { POLICY_NAMES, policyTextNames, type PolicyName } from '../../../domain/content/policyTexts.ts';
import { businessColumns, policyTextColumns } from '../../platform/database/columns.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';

/** With their version; undefined before the first save. */
export const savedBusiness = (
  database: Database | Tx,
): Promise<(Business & { readonly version: number }) | undefined> =>
  database.selectFrom('business').select(businessColumns).executeTakeFirst();

/** Those of the desk, or those of the environment until an owner has saved others. */
export async function currentBusiness(database: Database | Tx, configured: Business): Promise<Business> {
  const { version: _version, ...business } = (await savedBusiness(database)) ?? {
    ...configured,
    version: 0,
  };
  return business;
}

/** A text of the site with its version; version 0 and no text before an owner has saved one. */
export async function savedPolicyText(
  database: Database | Tx,
  name: PolicyName,
): Promise<PolicyText & { readonly version: number }> {
  const saved = await database
    .selectFrom('policy_text')
    .select(policyTextColumns)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!saved) return { text: null, changed_on: null, version: 0 };
  const { text, changed_at, version } = saved;
  return { text, changed_on: dateAt(changed_at.getTime()), version };
}

/** A text of the site, as its page shows it. */
export async function policyText(database: Database, name: PolicyName): Promise<PolicyText> {
  const { text, changed_on } = await savedPolicyText(database, name);
  return { text, changed_on };
}

/** What the public pages still show of the demo, in words: details of the business, and texts that no owner has saved. */
export async function currentDemoDetails(database: Database, configured: Business): Promise<string[]> {
  if (!brand.business.isDemo) return [];
  const details = demoDetails(await currentBusiness(database, configured));
  const saved = await database.selectFrom('policy_text').select('name').execute();
  const unwritten = POLICY_NAMES.filter((name) => !saved.some((text) => text.name === name));
  return [...details, ...unwritten.map((name) => policyTextNames[name])];
}
