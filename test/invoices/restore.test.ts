import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp, restore } from '../../server/backup/backup.ts';
import { serveBackups } from '../../server/backup/backupSocket.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import {
  areTaxDocumentsPaused,
  nameTaxDocumentNumbers,
  seriesToName,
} from '../../server/invoices/nextNumbers.ts';
import { startPayments, type PaymentServer } from '../payments/startPayments.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedNumbers } from './issuing.ts';

/* A tax document that was issued after the backup is not in it, so its number must not be given to another buyer. */

const root = mkdtempSync(join(tmpdir(), 'litrooms-numbers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sellAndIssue = async (server: PaymentServer, start: number) => {
  const paid = await createPaidBooking(server, { start, end: start + 1 });
  await issueDueTaxDocuments(server);
  return paid;
};

test('after a restore tax documents wait for their next numbers, while bookings go on', async () => {
  const dataDir = join(root, 'data');
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  if (!open.dump) throw new Error('the embedded database cannot be dumped');
  const stopBackups = await serveBackups(dataDir, open.dump, async () => undefined);
  const server = await startPayments({ database: open });
  const issuedAfterBackup: string[] = [];
  const made = new Date(server.clock.now);
  try {
    await sellAndIssue(server, 20);
    await sellAndIssue(server, 21);
    await backUp({ databaseUrl: undefined, dataDir }, join(root, 'backup'), made);
    await sellAndIssue(server, 22);
    issuedAfterBackup.push(...(await issuedNumbers(server.database)).slice(2));
    expect(issuedAfterBackup).toEqual(['DM/2526/0000003']);
  } finally {
    await stopBackups();
    await server.close();
  }

  const restored = { databaseUrl: undefined, dataDir: join(root, 'restored') };
  await restore(restored, join(root, 'backup'), made);
  const copy = await startPayments({ database: await openDatabase(restored) });
  try {
    const { database, config, clock } = copy;
    // Another buyer pays: the booking is confirmed, and its invoice waits.
    const { bookingId } = await sellAndIssue(copy, 22);
    const { status } = await database
      .selectFrom('booking')
      .select('status')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('confirmed');
    expect(await issuedNumbers(database)).toEqual(['DM/2526/0000001', 'DM/2526/0000002']);
    expect(await seriesToName(database, config.taxDocuments, clock.now)).toEqual([
      { series: 'DM', year: '2526', nextKnown: 'DM/2526/0000003' },
      { series: 'DMC', year: '2526', nextKnown: 'DMC/2526/0000001' },
    ]);

    const name = (...numbers: string[]) =>
      nameTaxDocumentNumbers(database, config.taxDocuments, numbers, clock.now);
    for (const [numbers, message] of [
      [['DM/2526/0000004'], 'Name the next number of DMC/2526'],
      [['DM/2526/0000002', 'DMC/2526/0000001'], 'The next number of DM/2526 is at least DM/2526/0000003'],
      [['DM/2526/0000004', 'DM/2526/0000005', 'DMC/2526/0000001'], 'DM/2526 is named twice'],
      [['DM/2526/0000004', 'DMC/2526/0000001', 'LR/2526/0000001'], 'LR/2526 is not a series'],
      [['DM/2526/4', 'DMC/2526/0000001'], 'is not a number such as DM/2526/0000003'],
    ] as const) {
      await expect(name(...numbers)).rejects.toThrow(message);
      expect(await areTaxDocumentsPaused(database)).toBe(true);
    }
    await name('DM/2526/0000004', 'DMC/2526/0000001');
    await issueDueTaxDocuments(copy, { now: clock.now + 120_000 });
    const numbers = await issuedNumbers(database);
    expect(numbers).toEqual(['DM/2526/0000001', 'DM/2526/0000002', 'DM/2526/0000004']);
    expect(numbers.filter((number) => issuedAfterBackup.includes(number))).toEqual([]);
    await expect(name('DM/2526/0000009', 'DMC/2526/0000001')).rejects.toThrow('do not wait');
  } finally {
    await copy.close();
  }
});

test('a backup of the year before asks for the numbers of both financial years', async () => {
  const { database, config, close } = await startPayments();
  try {
    const madeAt = new Date('2025-03-30T10:00:00Z');
    await database.insertInto('paper_pause').values({ since: madeAt, backup_made_at: madeAt }).execute();
    const waiting = await seriesToName(database, config.taxDocuments, Date.parse('2025-04-02T10:00:00Z'));
    expect(waiting.map(({ series, year }) => `${series}/${year}`)).toEqual([
      'DM/2425',
      'DMC/2425',
      'DM/2526',
      'DMC/2526',
    ]);
  } finally {
    await close();
  }
});
