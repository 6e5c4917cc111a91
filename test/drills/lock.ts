import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Drill } from './drill.ts';

/** Longer than a request may take, in milliseconds. */
const LOCKED_MS = 12_000;

/** The table of booked slots is locked, as by a careless migration. */
export const lock: Drill = {
  name: 'long lock on booking_slot',
  async trouble({ open }) {
    await open.withoutTimeouts((database) =>
      database.transaction().execute(async (tx) => {
        await sql`lock table booking_slot in access exclusive mode`.execute(tx);
        await delay(LOCKED_MS);
      }),
    );
  },
};
