import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { backUp, restore } from '../../../server/backup/backup.ts';
import { countRows } from '../../../server/backup/rows.ts';
import { recordBackup } from '../../../server/backup/recordBackup.ts';
import { serveBackups } from '../../../server/backup/backupSocket.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';
import type { Database } from '../../../server/platform/database/schema.ts';
import { bookingFields, post, signIn, type ApiResponse } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

/* Backup and restore of the embedded database. The drill 'restore' does the same with PostgreSQL. */

const DAY = '2025-11-27';
const NOW = new Date('2025-11-21T04:40:00Z');
const root = mkdtempSync(join(tmpdir(), 'litrooms-backup-'));
const dataDir = join(root, 'data');
const config = { databaseUrl: undefined, dataDir };
const restored = { databaseUrl: undefined, dataDir: join(root, 'restored') };

let server: TestServer;
let isOpen = true;
let stopOffering: () => Promise<void>;
beforeAll(async () => {
  const database = await openDatabase(config);
  if (!database.dump) throw new Error('the embedded database cannot be dumped');
  stopOffering = await serveBackups(dataDir, database.dump, () => recordBackup(database.database));
  server = await startServer({ database });
  const name = 'a'.repeat(24);
  await database.database.insertInto('picture').values({ name, added_at: NOW }).execute();
  const bytes = Buffer.from([0, 255, 13, 10, 92, 0]);
  await database.database.insertInto('picture_file').values({ picture: name, file: '.jpg', bytes }).execute();
});
afterAll(async () => {
  if (isOpen) await server.close();
  rmSync(root, { recursive: true, force: true });
});

const idOf = ({ body }: ApiResponse<{ data: { booking_id: string } }>): string => body.data.booking_id;

const stored = (database: Database) =>
  Promise.all([
    database
      .selectFrom('booking')
      .select(['id', 'status', 'day', 'start_slot', 'end_slot'])
      .orderBy('id')
      .execute(),
    database
      .selectFrom('booking_slot')
      .select(['room_id', 'day', 'slot', 'booking_id'])
      .orderBy('room_id')
      .orderBy('day')
      .orderBy('slot')
      .execute(),
    database
      .selectFrom('app_user')
      .select(['id', 'email', 'half_points', 'password_hash'])
      .orderBy('id')
      .execute(),
    database.selectFrom('picture_file').select(['picture', 'file', 'bytes']).execute(),
  ]);

test('a backup during bookings contains every booking that was confirmed before it, and no partial booking', async () => {
  const member = await signIn(server, 'member');
  const book = (start: number): Promise<ApiResponse<{ data: { booking_id: string } }>> =>
    post(server, paths.book, bookingFields(member, 3, DAY, { start, end: start + 1 }), {
      token: member.access,
    });
  const before = await Promise.all([20, 21, 22].map(book));
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);

  const meanwhile = [23, 24, 25, 26].map(book);
  await backUp(config, join(root, 'running'), NOW);
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const last = await book(27);
  expect(last.status).toBe(200);

  await restore(restored, join(root, 'running'), NOW);
  const open = await openDatabase(restored);
  const copy = await startServer({ database: open });
  try {
    const [bookings, slots, users] = await stored(open.database);
    const ids = bookings.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(before.map(idOf)));
    for (const { id, start_slot, end_slot } of bookings) {
      const bookingSlots = slots.filter(({ booking_id }) => booking_id === id);
      expect(bookingSlots.length).toBe(end_slot - start_slot);
    }
    const [, , now] = await stored(server.database);
    const points = (list: typeof users) => list.find(({ id }) => id === member.user_id)?.half_points ?? NaN;
    const bookedSince = [...(await Promise.all(meanwhile)), last].filter(
      (each) => !ids.includes(idOf(each)),
    ).length;
    expect(points(users)).toBe(points(now) + bookedSince);
    // After the restore the same password signs in, and a repeated call finds its booking.
    const copyMember = await signIn(copy, 'member');
    const taken = bookingFields(copyMember, 3, DAY, { start: 20, end: 21 });
    const repeated = await post<{ data: { booking_id: string } }>(copy, paths.book, taken, {
      token: copyMember.access,
    });
    expect(repeated.body).toEqual(before[0]?.body);
  } finally {
    await copy.close();
  }
});

test('a backup is readable only by its owner, and is not overwritten', async () => {
  const folder = join(root, 'running');
  expect(
    [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(
      (path) => statSync(path).mode & 0o077,
    ),
  ).toEqual([0, 0, 0]);
  expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toEqual({
    format: 1,
    database: 'pglite',
    made_at: NOW.toISOString(),
  });
  await expect(backUp(config, folder, NOW)).rejects.toThrow('exists already');
});

test('a restore overwrites nothing, and refuses a folder that is not a matching backup', async () => {
  const folder = join(root, 'running');
  await expect(restore(restored, folder, NOW)).rejects.toThrow('There is a database in');
  const elsewhere = { databaseUrl: undefined, dataDir: join(root, 'elsewhere') };
  await expect(restore(elsewhere, root, NOW)).rejects.toThrow('is not a backup');
  const other = { ...elsewhere, databaseUrl: 'postgres://127.0.0.1:9/none' };
  await expect(restore(other, folder, NOW)).rejects.toThrow('leave DATABASE_URL out');
});

test('a server that has stopped is backed up from its folder; a damaged backup leaves no database', async () => {
  await stopOffering();
  const before = await stored(server.database);
  await server.close();
  isOpen = false;
  const folder = join(root, 'stopped');
  await backUp(config, folder, NOW);

  const restoredFromFolder = { databaseUrl: undefined, dataDir: join(root, 'whole') };
  await restore(restoredFromFolder, folder, NOW);
  const open = await openDatabase(restoredFromFolder);
  expect(await stored(open.database)).toEqual(before);
  expect(await countRows(open.database)).toMatchObject({
    bookings: before[0].length,
    accounts: before[2].length,
  });
  await open.close();

  const dump = join(folder, 'database.tar.gz');
  truncateSync(dump, Math.floor(statSync(dump).size / 2));
  const damaged = { databaseUrl: undefined, dataDir: join(root, 'damaged') };
  await expect(restore(damaged, folder, NOW)).rejects.toThrow('is damaged');
  expect(existsSync(damaged.dataDir)).toBe(false);
});

test('a folder without a database is not backed up', async () => {
  const empty = { databaseUrl: undefined, dataDir: join(root, 'empty') };
  await expect(backUp(empty, join(root, 'none'), NOW)).rejects.toThrow('There is no database');
  writeFileSync(join(root, 'file'), '');
  await expect(backUp(config, join(root, 'file'), NOW)).rejects.toThrow('exists already');
});
