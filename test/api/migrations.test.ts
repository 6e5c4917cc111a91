import { Migrator, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../server/database/migrate.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { emptyDatabase } from './emptyDatabase.ts';

/** The last migration that was made before two versions could run side by side. */
const ALONE = '0006-enquiries-once';

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

/** Every column of our tables; `isOptional`: a statement that inserts a row may leave it out. */
async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as name, data_type as type,
      (is_nullable = 'YES' or column_default is not null or is_identity = 'YES') as "isOptional"
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
    order by name`.execute(open.database);
  return rows;
}

/** The changes between two schemas on which a server of the earlier one fails. */
function missedBy(before: readonly Column[], after: readonly Column[]): string[] {
  const known = new Map(before.map((column) => [column.name, column]));
  const still = new Map(after.map((column) => [column.name, column]));
  const tables = new Set(before.map(({ name }) => name.split('.')[0]));
  return [
    ...before.flatMap(({ name, type, isOptional }) => {
      const now = still.get(name);
      if (!now) return [`${name} is gone`];
      if (now.type !== type) return [`${name} is ${now.type} instead of ${type}`];
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
  ];
  const after = [
    { name: 'a.added', type: 'text', isOptional: true },
    { name: 'a.changed', type: 'integer', isOptional: true },
    { name: 'a.demanded', type: 'text', isOptional: false },
    { name: 'a.wanted', type: 'text', isOptional: false },
    { name: 'b.new', type: 'text', isOptional: false },
  ];
  expect(missedBy(before, after)).toEqual([
    'a.gone is gone',
    'a.changed is integer instead of text',
    'a.wanted must be written',
    'a.demanded must be written',
  ]);
});

test('every migration only expands the schema: servers of the previous version keep working', async () => {
  const migrator = new Migrator({ db: open.database, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  expect(names).toContain(ALONE);
  const missed: string[] = [];
  for (const name of names) {
    const before = await columns();
    const { error } = await migrator.migrateTo(name);
    expect(error).toBeUndefined();
    if (name > ALONE) missed.push(...missedBy(before, await columns()).map((what) => `${name}: ${what}`));
  }
  expect(missed).toEqual([]);
});

test('a database that got a later migration first gets the earlier one too', async () => {
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
