import { paths } from '../../../contract/paths.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import type { Command } from '../commands.ts';
import type { Booker, Simulation } from '../simulation.ts';
import { checkLimit } from './companies.ts';

/* People of a company book on its account on the site. */

/** How somebody books on account. Of two people each books for a day of its own, so that only the limit is between them. */
export const siteBookings = ['once', 'sent twice', 'by two people at once', 'at a stale price'] as const;

interface Wish {
  readonly booker: Booker;
  readonly fields: object;
  /** In paise, as the page shows it. */
  readonly price: number;
}

async function wishFor(
  simulation: Simulation,
  booker: Booker,
  range: number,
  daysLater: number,
): Promise<Wish> {
  const { fields, price } = await simulation.bookingFields(booker, range);
  const bdate = addDays(fields.bdate, daysLater);
  return { booker, fields: { ...fields, bdate, amount: rupeesAmount(price), currency: 'INR' }, price };
}

/** Returns the ids of the bookings in the responses. */
async function sendAll(simulation: Simulation, wishes: readonly Wish[], isStale: boolean): Promise<string[]> {
  const responses = await Promise.all(
    wishes.map(({ booker, fields }) => simulation.post(booker, paths.bookOnAccount, fields)),
  );
  const ids: string[] = [];
  for (const [n, { booker, price }] of wishes.entries()) {
    const response = responses[n];
    if (response?.status !== 200) continue;
    const id = String(response.body.data?.booking_id);
    ids.push(id);
    // The booking may be an earlier one, also a sale by the desk.
    const sale = await simulation.database
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'sold at the desk')
      .where('subject_id', '=', id)
      .executeTakeFirst();
    if (!sale && !simulation.onAccount.has(id)) {
      if (isStale) simulation.violations.push('a company was charged another price than the page showed');
      simulation.chargedOnSite.push({ bookingId: id, paise: price });
      simulation.quotedPrices.set(id, price);
    }
    simulation.onAccount.add(id);
    simulation.recordConfirmed(booker, id);
  }
  return ids;
}

/** Returns whether anything was booked. */
async function bookOn(
  simulation: Simulation,
  { bookerIndex, range, how }: Command & { do: 'book on account' },
  daysLater: number,
  changePrice: () => Promise<void>,
): Promise<boolean> {
  const [one, other] = [bookerIndex, 3 - bookerIndex].map((n) => simulation.bookers[n]) as [Booker, Booker];
  const wish = await wishFor(simulation, one, range, daysLater);
  const wishes = {
    once: [wish],
    'sent twice': [wish, wish],
    'by two people at once': [wish, await wishFor(simulation, other, range, daysLater + 1)],
    'at a stale price': [wish],
  }[how];
  if (how === 'at a stale price') await changePrice();
  const isStale = (await simulation.bookingFields(one, range)).price !== wish.price;
  let ids = await sendAll(simulation, wishes, isStale);
  await simulation.repeatIfCrashed(async () => {
    ids = await sendAll(simulation, wishes, isStale);
  });
  if (how === 'sent twice' && new Set(ids).size > 1)
    simulation.violations.push('a booking on account that was sent twice was made twice');
  return ids.length > 0;
}

/** Books a range on account on the site, the next day if it is taken. `changePrice`: the desk does. */
export async function bookOnAccount(
  simulation: Simulation,
  command: Command & { do: 'book on account' },
  changePrice: () => Promise<void>,
): Promise<void> {
  const isBooked = await bookOn(simulation, command, 0, changePrice);
  if (!isBooked) await bookOn(simulation, command, 1, changePrice);
  await checkLimit(simulation);
}
