import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Drill } from './drill.ts';

/** This is longer than the timeout of a request, in milliseconds. */
const LOCKED_MS = 12_000;

/** Locks the table of booked slots, as a careless migration could do. */
export const tableLock: Drill = {
  name: 'long lock on booking_slot',
  async fail({ open }) {
    await open.withoutTimeouts((database) =>
      database.transaction().execute(async (tx) => {
        await sql`lock table booking_slot in access exclusive mode`.execute(tx);
        await delay(LOCKED_MS);
      }),
    );
  },
};
