import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { bookingTimes, slotCount } from '../../domain/time/slots.ts';
import { ROOM, type Racer } from '../races/race.ts';
import type { Drill } from './drill.ts';

const AHEAD_MS = 14 * 60_000;
/** This day is after all days that the load books. */
const LATER_DAYS = 172;

/** Two servers with different clocks: a hold that is valid by one clock has expired by the other. */
export const clocksApart: Drill = {
  name: 'clocks 14 minutes apart',
  prepare: () => ({ options: { clocksAhead: [0, AHEAD_MS] }, cleanUp: () => undefined }),
  async fail({ servers, members, open, firstDay }, _load, round) {
    const [holder, rival] = [round, round + 1].map((n) => members[n % members.length] as Racer);
    const { price_per_hour_paise } = await open.database
      .selectFrom('room')
      .select('price_per_hour_paise')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    const post = async (server: number, path: string, member: Racer | undefined, body: object) => {
      const response = await fetch((servers[server]?.url ?? '') + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member?.token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as never };
    };
    const start = DEFAULT_OPENING.start + (round % slotCount(DEFAULT_OPENING));
    const bookingFields = (member: Racer | undefined) => ({
      mid: ROOM,
      uid: member?.id,
      bdate: addDays(firstDay, LATER_DAYS),
      ...bookingTimes({ start, end: start + 1 }),
    });
    const amount = rupeesAmount(priceOf(price_per_hour_paise, 1).total);
    const held = await post(0, paths.createPayment, holder, {
      ...bookingFields(holder),
      amount,
      currency: 'INR',
    });
    if (held.status !== 200) return [`a hold got the status ${held.status}`];
    const rivalBooking = await post(1, paths.book, rival, bookingFields(rival));
    const { booking_id } = (held.body as { data: { notes: { booking_id: string }[] } }).data.notes[2] ?? {};
    await post(0, paths.releasePayment, holder, { booking_id });
    return rivalBooking.status === 409
      ? []
      : [`a booking of held slots got the status ${rivalBooking.status} on the other server`];
  },
};
