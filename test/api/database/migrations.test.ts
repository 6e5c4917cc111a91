import { Migrator, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../server/platform/database/migrate.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { emptyDatabase } from '../emptyDatabase.ts';

/** From the time when two versions could not run side by side. */
const LAST_EXCLUSIVE = '0006-enquiries-once';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

let open: OpenDatabase;
beforeAll(async () => {
  open = await emptyDatabase();
});
afterAll(() => open.close());

/** Every column of the application's tables. An insert may leave out a column that is optional. */
async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as name, data_type as type,
      (is_nullable = 'YES' or column_default is not null or is_identity = 'YES') as "isOptional"
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
    order by name`.execute(open.database);
  return rows;
}

/**
 * Columns that became a bigint, and that both versions read alike: the driver reads a bigint as a number
 * (server/platform/database/connection/pool.ts), the values are amounts far below 2^53, and no statement of either version adds
 * them up (the sum of bigints is a numeric, which is read as a text) or gives them to a function of integers. Each further column
 * needs this check.
 */
const WIDENED: ReadonlySet<string> = new Set([
  'settlement_note.ours_paise',
  'settlement_note.reported_paise',
  'till_close.cash_counted_paise',
  'till_close.cash_expected_paise',
  'till_close.upi_counted_paise',
  'till_close.upi_expected_paise',
]);

/** Changes on which a server of the earlier schema fails. `widened`: columns of integers that may become bigints. */
function breakingChanges(
  before: readonly Column[],
  after: readonly Column[],
  widened: ReadonlySet<string> = WIDENED,
): string[] {
  const isWidened = (name: string, was: string, is: string) =>
    widened.has(name) && was === 'integer' && is === 'bigint';
  const known = new Map(before.map((column) => [column.name, column]));
  const remaining = new Map(after.map((column) => [column.name, column]));
  const tables = new Set(before.map(({ name }) => name.split('.')[0]));
  return [
    ...before.flatMap(({ name, type, isOptional }) => {
      const now = remaining.get(name);
      if (!now) return [`${name} is gone`];
      if (now.type !== type && !isWidened(name, type, now.type))
        return [`${name} is ${now.type} instead of ${type}`];
      return isOptional && !now.isOptional ? [`${name} must be written`] : [];
    }),
    ...after
      .filter(({ name, isOptional }) => !known.has(name) && tables.has(name.split('.')[0]) && !isOptional)
      .map(({ name }) => `${name} must be written`),
  ];
}

test('changes that break a server of the previous version are recognised', () => {
  const before = [
    { name: 'a.gone', type: 'text', isOptional: true },
    { name: 'a.changed', type: 'text', isOptional: true },
    { name: 'a.wanted', type: 'text', isOptional: true },
    { name: 'a.wider', type: 'integer', isOptional: true },
    { name: 'a.unchecked', type: 'integer', isOptional: true },
    { name: 'a.narrower', type: 'bigint', isOptional: true },
    { name: 'a.fraction', type: 'integer', isOptional: true },
  ];
  const after = [
    { name: 'a.added', type: 'text', isOptional: true },
    { name: 'a.changed', type: 'integer', isOptional: true },
    { name: 'a.demanded', type: 'text', isOptional: false },
    { name: 'a.wanted', type: 'text', isOptional: false },
    { name: 'a.wider', type: 'bigint', isOptional: true },
    { name: 'a.unchecked', type: 'bigint', isOptional: true },
    { name: 'a.narrower', type: 'integer', isOptional: true },
    { name: 'a.fraction', type: 'numeric', isOptional: true },
    { name: 'b.new', type: 'text', isOptional: false },
  ];
  const widened = new Set(['a.wider', 'a.narrower', 'a.fraction']);
  expect(breakingChanges(before, after, widened)).toEqual([
    'a.gone is gone',
    'a.changed is integer instead of text',
    'a.wanted must be written',
    'a.unchecked is bigint instead of integer',
    'a.narrower is integer instead of bigint',
    'a.fraction is numeric instead of integer',
    'a.demanded must be written',
  ]);
});

test('every migration only expands the schema: servers of the previous version keep working', async () => {
  const migrator = new Migrator({ db: open.database, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  expect(names).toContain(LAST_EXCLUSIVE);
  const problems: string[] = [];
  for (const name of names) {
    const before = await columns();
    const { error } = await migrator.migrateTo(name);
    expect(error).toBeUndefined();
    if (name > LAST_EXCLUSIVE)
      problems.push(...breakingChanges(before, await columns()).map((problem) => `${name}: ${problem}`));
  }
  expect(problems).toEqual([]);
});

test('an earlier migration also runs on a database that already has a later one', async () => {
  const other = await emptyDatabase();
  const { '0014-calendar-feeds': _later, ...first } = migrations;
  await new Migrator({
    db: other.database,
    provider: { getMigrations: async () => first },
  }).migrateToLatest();
  await migrate(other.database);
  expect(await other.database.selectFrom('calendar_feed').select('user_id').execute()).toEqual([]);
  await other.close();
});

/** Marks the tables as migrated by a newer version, which supports servers that know `oldest`. */
async function migrateByNewerVersion(oldest: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')
    on conflict do nothing`.execute(open.database);
  await sql`update schema_compatibility set oldest_migration = ${oldest}`.execute(open.database);
}

test('a server starts on tables that a newer version has migrated and still supports', async () => {
  await migrate(open.database);
  const before = await columns();
  await migrateByNewerVersion('0065-schema-compatibility');
  await migrate(open.database);
  expect(await columns()).toEqual(before);
});

test('a server refuses tables of a version that no longer supports it, with a sentence', async () => {
  await migrateByNewerVersion('9999-future');
  await expect(migrate(open.database)).rejects.toThrow(
    /migrated by a newer version of the server \(9999-future\), which no longer supports this one/,
  );
});
