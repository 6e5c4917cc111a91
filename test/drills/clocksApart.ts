import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import { ROOM, type Contender } from '../races/contest.ts';
import type { Drill } from './drill.ts';

const AHEAD_MS = 14 * 60_000;
/** After the days that the load books. */
const LATER_DAYS = 172;

/** Two servers whose clocks are apart: a hold that lives by one clock is over by the other. */
export const clocksApart: Drill = {
  name: 'clocks 14 minutes apart',
  prepare: () => ({ options: { clocksAhead: [0, AHEAD_MS] }, done: () => undefined }),
  async trouble({ servers, members, open, firstDay }, _load, round) {
    const [holder, rival] = [round, round + 1].map((n) => members[n % members.length] as Contender);
    const { price_per_hour_paise } = await open.database
      .selectFrom('room')
      .select('price_per_hour_paise')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    const post = async (server: number, path: string, member: Contender | undefined, body: object) => {
      const response = await fetch((servers[server]?.url ?? '') + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member?.token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as never };
    };
    const start = DEFAULT_OPENING.start + (round % slotCount(DEFAULT_OPENING));
    const wish = (member: Contender | undefined) => ({
      mid: ROOM,
      uid: member?.id,
      bdate: addDays(firstDay, LATER_DAYS),
      ...bookingTimes({ start, end: start + 1 }),
    });
    const amount = rupeesAmount(priceOf(price_per_hour_paise, 1).total);
    const held = await post(0, paths.createPayment, holder, {
      ...wish(holder),
      amount,
      currency: 'INR',
    });
    if (held.status !== 200) return [`a hold was answered with ${held.status}`];
    const sold = await post(1, paths.book, rival, wish(rival));
    const { booking_id } = (held.body as { data: { notes: { booking_id: string }[] } }).data.notes[2] ?? {};
    await post(0, paths.releasePayment, holder, { booking_id });
    return sold.status === 409 ? [] : [`a live hold was answered with ${sold.status} on the other server`];
  },
};
