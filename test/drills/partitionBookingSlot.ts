import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Runs the operators' script that partitions `booking_slot` by month, like `psql --single-transaction`. */
export async function partitionBookingSlot(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(readFileSync('deploy/partition-booking-slot.sql', 'utf8'));
  await client.query('commit');
}
