import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { DEFAULT_OPENING } from '../../../domain/time/openingHours.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import { openDatabase } from '../../../server/platform/database/connection/open.ts';
import { bookingFields, post, signIn } from '../client.ts';
import { afterPowerCut } from '../powerCut.ts';
import type { TestServer } from '../startServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'litrooms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each of one slot on one day. The member's points pay for forty. */
const BOOKINGS = 30;

test('a power cut loses no confirmed booking, with any subset of unsynced writes', async () => {
  const dataDir = join(folder, 'data');
  const record = join(folder, 'record');
  const server = spawn(process.execPath, ['--require', './test/api/powerCut.cjs', 'scripts/dev-api.mjs'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      POWER_CUT_RECORD: record,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (chunk) => (output += String(chunk)));
  const addressIn = () => /http:\/\/localhost:\d+/.exec(output)?.[0];
  while (addressIn() === undefined) {
    if (server.exitCode !== null) throw new Error('The server did not start');
    await Promise.race([once(server.stdout, 'data'), exited]);
  }

  const target = { url: addressIn() } as TestServer;
  const member = await signIn(target, 'member');
  const confirmed: string[] = [];
  const day = addDays(dateAt(Date.now()), 60);
  const book = async (slot: number) => {
    const range = { start: slot, end: slot + 1 };
    const { status } = await post(target, paths.book, bookingFields(member, 5, day, range), {
      token: member.access,
    }).catch(() => ({ status: 0 }));
    if (status === 200) confirmed.push(`${day} ${slot}`);
    // The server is killed during the other bookings, which get no response.
    if (confirmed.length === BOOKINGS - 5) server.kill('SIGKILL');
  };
  for (let n = 0; n < BOOKINGS; n += 5) {
    await Promise.all([0, 1, 2, 3, 4].map((m) => book(DEFAULT_OPENING.start + n + m)));
  }
  server.kill('SIGKILL');
  await exited;
  expect(confirmed.length).toBeGreaterThanOrEqual(BOOKINGS - 5);

  let turn = 0;
  const survivalRules = {
    nothing: () => false,
    everything: () => true,
    'every other block': () => (turn += 1) % 2 === 0,
  };
  for (const [name, survives] of Object.entries(survivalRules)) {
    const remains = join(folder, name);
    afterPowerCut({ folder: dataDir, record, survives }, remains);
    const open = await openDatabase({ databaseUrl: undefined, dataDir: remains });
    const rows = await open.database
      .selectFrom('booking_slot')
      .select(['day', 'slot'])
      .where('room_id', '=', 5)
      .execute();
    await open.close();
    expect(rows.map((row) => `${row.day} ${row.slot}`)).toEqual(expect.arrayContaining(confirmed));
  }
});
