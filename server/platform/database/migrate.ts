import { Migrator, sql, type Migration } from 'kysely';
import { SetupError } from '../config/setupError.ts';
import * as firstTables from './migrations/0001-first-tables.ts';
import * as sandboxTables from './migrations/0002-sandbox.ts';
import * as refundTable from './migrations/0003-refund.ts';
import * as settlingMoney from './migrations/0004-settling-money.ts';
import * as sandboxWebhooks from './migrations/0005-sandbox-webhooks.ts';
import * as enquiriesOnce from './migrations/0006-enquiries-once.ts';
import * as sessions from './migrations/0007-sessions.ts';
import * as holdLimit from './migrations/0008-hold-limit.ts';
import * as cancelling from './migrations/0009-cancelling.ts';
import * as letters from './migrations/0010-letters.ts';
import * as papers from './migrations/0011-papers.ts';
import * as accounts from './migrations/0012-accounts.ts';
import * as moving from './migrations/0013-moving.ts';
import * as calendarFeeds from './migrations/0014-calendar-feeds.ts';
import * as openingHours from './migrations/0015-opening-hours.ts';
import * as layoutsAndEnquiries from './migrations/0018-layouts-and-enquiries.ts';
import * as roles from './migrations/0019-roles.ts';
import * as audit from './migrations/0020-audit.ts';
import * as waitlist from './migrations/0021-waitlist.ts';
import * as blockOuts from './migrations/0022-block-outs.ts';
import * as deskBookings from './migrations/0023-desk-bookings.ts';
import * as calledOffList from './migrations/0025-called-off-list.ts';
import * as enquiryOnceWithDate from './migrations/0026-enquiry-once-with-date.ts';
import * as series from './migrations/0027-series.ts';
import * as roomsFromTheDesk from './migrations/0028-rooms-from-the-desk.ts';
import * as pointLedger from './migrations/0030-point-ledger.ts';
import * as deskPayments from './migrations/0031-desk-payments.ts';
import * as secondFactor from './migrations/0032-second-factor.ts';
import * as enquiryInbox from './migrations/0033-enquiry-inbox.ts';
import * as paymentsByDay from './migrations/0034-payments-by-day.ts';
import * as pictures from './migrations/0035-pictures.ts';
import * as postsFromTheDesk from './migrations/0036-posts-from-the-desk.ts';
import * as eventsFromTheDesk from './migrations/0037-events-from-the-desk.ts';
import * as pointsByCard from './migrations/0038-points-by-card.ts';
import * as paymentLinks from './migrations/0039-payment-links.ts';
import * as lateCause from './migrations/0040-late-cause.ts';
import * as paymentMethod from './migrations/0041-payment-method.ts';
import * as unusedPictures from './migrations/0045-unused-pictures.ts';
import * as closingEmail from './migrations/0046-closing-email.ts';
import * as cancellationPolicies from './migrations/0047-cancellation-policies.ts';
import * as accountIdentity from './migrations/0048-account-identity.ts';
import * as deviceOfALink from './migrations/0049-device-of-a-link.ts';
import * as weakPasswords from './migrations/0050-weak-passwords.ts';
import * as knownNetworks from './migrations/0051-known-networks.ts';
import * as providerSide from './migrations/0052-provider-side.ts';
import * as sandboxProviderSide from './migrations/0053-sandbox-provider-side.ts';
import * as specialEconomicZones from './migrations/0056-special-economic-zones.ts';
import * as paperPause from './migrations/0057-paper-pause.ts';
import * as monthsAndOwnersOfPoints from './migrations/0054-months-and-owners-of-points.ts';
import * as lateCausesAndUpiReferences from './migrations/0055-late-causes-and-upi-references.ts';
import * as unpaidHolds from './migrations/0058-unpaid-holds.ts';
import * as normalAddresses from './migrations/0060-normal-addresses.ts';
import * as calendarEntries from './migrations/0061-calendar-entries.ts';
import * as growthIndexes from './migrations/0064-growth-indexes.ts';
import * as schemaCompatibility from './migrations/0065-schema-compatibility.ts';
import * as backups from './migrations/0068-backups.ts';
import * as bookingNotes from './migrations/0073-booking-notes.ts';
import * as deskSearch from './migrations/0074-desk-search.ts';
import * as auditFilter from './migrations/0072-audit-filter.ts';
import * as business from './migrations/0075-business.ts';
import * as eventsOnTheSite from './migrations/0076-events-on-the-site.ts';
import * as refundsByTheDesk from './migrations/0081-refunds-by-the-desk.ts';
import * as correctedInvoices from './migrations/0082-corrected-invoices.ts';
import * as bookkeeper from './migrations/0087-bookkeeper.ts';
import * as bookingMoves from './migrations/0079-booking-moves.ts';
import * as staffInvitations from './migrations/0088-staff-invitations.ts';
import * as unmatchedPayments from './migrations/0066-unmatched-payments.ts';
import * as monthDocuments from './migrations/0067-month-documents.ts';
import * as minutesToCorrectAnError from './migrations/0069-minutes-to-correct-an-error.ts';
import * as blockOutEdits from './migrations/0091-block-out-edits.ts';
import * as roomRules from './migrations/0092-room-rules.ts';
import * as refundsAbovePolicy from './migrations/0093-refunds-above-policy.ts';
import * as acceptedRefunds from './migrations/0094-accepted-refunds.ts';
import * as roomRates from './migrations/0097-room-rates.ts';
import * as companyAccounts from './migrations/0099-company-accounts.ts';
import * as companyInvoices from './migrations/0100-company-invoices.ts';
import * as phoneOnlyAccounts from './migrations/0101-phone-only-accounts.ts';
import * as largeSums from './migrations/0103-large-sums.ts';
import * as wordsOfInvoices from './migrations/0104-words-of-invoices.ts';
import * as visits from './migrations/0070-visits.ts';
import * as settlements from './migrations/0084-settlements.ts';
import * as tills from './migrations/0085-tills.ts';
import type { Database } from './schema.ts';

/**
 * All migrations in order, imported so that the bundle contains them. Migrations only add to the schema, so servers of the
 * previous version continue to work (docs/decisions/0014-migrations-upgrades-and-restarts.md).
 */
export const migrations: Record<string, Migration> = {
  '0001-first-tables': firstTables,
  '0002-sandbox': sandboxTables,
  '0003-refund': refundTable,
  '0004-settling-money': settlingMoney,
  '0005-sandbox-webhooks': sandboxWebhooks,
  '0006-enquiries-once': enquiriesOnce,
  '0007-sessions': sessions,
  '0008-hold-limit': holdLimit,
  '0009-cancelling': cancelling,
  '0010-letters': letters,
  '0011-papers': papers,
  '0012-accounts': accounts,
  '0013-moving': moving,
  '0014-calendar-feeds': calendarFeeds,
  '0015-opening-hours': openingHours,
  '0018-layouts-and-enquiries': layoutsAndEnquiries,
  '0019-roles': roles,
  '0020-audit': audit,
  '0021-waitlist': waitlist,
  '0022-block-outs': blockOuts,
  '0023-desk-bookings': deskBookings,
  '0025-called-off-list': calledOffList,
  '0026-enquiry-once-with-date': enquiryOnceWithDate,
  '0027-series': series,
  '0028-rooms-from-the-desk': roomsFromTheDesk,
  '0030-point-ledger': pointLedger,
  '0031-desk-payments': deskPayments,
  '0032-second-factor': secondFactor,
  '0033-enquiry-inbox': enquiryInbox,
  '0034-payments-by-day': paymentsByDay,
  '0035-pictures': pictures,
  '0036-posts-from-the-desk': postsFromTheDesk,
  '0037-events-from-the-desk': eventsFromTheDesk,
  '0038-points-by-card': pointsByCard,
  '0039-payment-links': paymentLinks,
  '0040-late-cause': lateCause,
  '0041-payment-method': paymentMethod,
  '0045-unused-pictures': unusedPictures,
  '0046-closing-email': closingEmail,
  '0047-cancellation-policies': cancellationPolicies,
  '0048-account-identity': accountIdentity,
  '0049-device-of-a-link': deviceOfALink,
  '0050-weak-passwords': weakPasswords,
  '0051-known-networks': knownNetworks,
  '0052-provider-side': providerSide,
  '0053-sandbox-provider-side': sandboxProviderSide,
  '0056-special-economic-zones': specialEconomicZones,
  '0057-paper-pause': paperPause,
  '0054-months-and-owners-of-points': monthsAndOwnersOfPoints,
  '0055-late-causes-and-upi-references': lateCausesAndUpiReferences,
  '0058-unpaid-holds': unpaidHolds,
  '0060-normal-addresses': normalAddresses,
  '0061-calendar-entries': calendarEntries,
  '0064-growth-indexes': growthIndexes,
  '0065-schema-compatibility': schemaCompatibility,
  '0068-backups': backups,
  '0069-minutes-to-correct-an-error': minutesToCorrectAnError,
  '0070-visits': visits,
  '0073-booking-notes': bookingNotes,
  '0074-desk-search': deskSearch,
  '0072-audit-filter': auditFilter,
  '0075-business': business,
  '0076-events-on-the-site': eventsOnTheSite,
  '0081-refunds-by-the-desk': refundsByTheDesk,
  '0082-corrected-invoices': correctedInvoices,
  '0087-bookkeeper': bookkeeper,
  '0079-booking-moves': bookingMoves,
  '0084-settlements': settlements,
  '0085-tills': tills,
  '0088-staff-invitations': staffInvitations,
  '0066-unmatched-payments': unmatchedPayments,
  '0067-month-documents': monthDocuments,
  '0091-block-out-edits': blockOutEdits,
  '0092-room-rules': roomRules,
  '0093-refunds-above-policy': refundsAbovePolicy,
  '0094-accepted-refunds': acceptedRefunds,
  '0097-room-rates': roomRates,
  '0099-company-accounts': companyAccounts,
  '0100-company-invoices': companyInvoices,
  '0101-phone-only-accounts': phoneOnlyAccounts,
  '0103-large-sums': largeSums,
  '0104-words-of-invoices': wordsOfInvoices,
};

/** Those of a database's migrations that this version does not know, because a newer one has run them. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));

/** Migrations that only a newer version knows, in the order of their execution. */
async function migrationsOfNewer(database: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(database);
  if (tables[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by timestamp, name`.execute(database);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}

/** Throws a `SetupError` when the tables were migrated by a version that does not support servers of this one. */
async function checkCompatible(database: Database, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const row = await database
    .selectFrom('schema_compatibility')
    .select('oldest_migration')
    .executeTakeFirst()
    .catch(() => undefined);
  if (row !== undefined && row.oldest_migration in migrations) return;
  throw new SetupError(
    `The tables were migrated by a newer version of the server (${unknown.at(-1)}), which no longer supports this one. ` +
      'Start a server of that version, or restore a backup that this version made (docs/runbook.md).',
  );
}

/**
 * Runs pending migrations under an advisory lock, so that servers that start at the same time wait for each other. In a new
 * database all migrations run in one transaction. Otherwise each runs in a separate transaction, because the locks of many
 * migrations together could deadlock with the working servers of the previous version. The order is not enforced: a database
 * may already have a later migration from a branch that was merged earlier. Tables that a newer version has
 * migrated are left as they are. Throws a `SetupError` when that version does not support this one.
 */
export async function migrate(database: Database): Promise<void> {
  const unknown = await migrationsOfNewer(database);
  await checkCompatible(database, unknown);
  // The migrator refuses an executed migration that it is not given.
  const executedByNewer = Object.fromEntries(unknown.map((name) => [name, { up: async () => undefined }]));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations, ...executedByNewer }) },
    allowUnorderedMigrations: true,
  });
  const isNew = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined);
  for (;;) {
    const { error, results = [] } = await (isNew ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error !== undefined) throw error;
    if (isNew || results.length === 0) return;
  }
}
