import { deskPaths } from '../../contract/deskPaths.ts';
import type { DeskBooking } from '../../contract/deskBooking.ts';
import type { Money } from '../../contract/deskMoney.ts';
import type { DeskRoom } from '../../contract/deskRooms.ts';
import type { Person } from '../../contract/people.ts';
import { addDays, dateAt } from '../../domain/calendar.ts';
import { rupeesAmount } from '../../domain/pricing.ts';
import { parseSlotTime, slotCount, slotTime, type SlotRange } from '../../domain/slots.ts';
import { ranges, type Command, type returns } from './commands.ts';
import {
  DAY,
  emailOf,
  ROOM,
  type Booker,
  type Booked,
  type Checkout,
  type Simulation,
} from './simulation.ts';

/* What two people do at the desk. What they have in their hands is what the audit says: the money invariant counts it. */

const first = ({ clerks }: Simulation): Booker => clerks[0] as Booker;

/** Sells a range for cash or a UPI transfer, whose number may have been shown before. */
export async function sell(
  simulation: Simulation,
  { who, range, upi }: Command & { do: 'sell at the desk' },
): Promise<void> {
  const booker = simulation.bookers[who] as Booker;
  const { fields, price } = await simulation.bookingFields(booker, range);
  const said = await simulation.ask(first(simulation), deskPaths.sell, {
    ...fields,
    email: emailOf(booker.name),
    method: upi === undefined ? 'cash' : 'upi',
    ...(upi !== undefined && { reference: `UTR${upi}` }),
    amount: rupeesAmount(price),
  });
  if (said?.status !== 200) return;
  const bookingId = String(said.body.data?.booking_id);
  simulation.quoted.set(bookingId, price);
  simulation.confirmed(booker, bookingId);
}

/** Sells a range for a payment link, which the customer has from the letter; of two clerks at once, one may. */
export async function makeLink(
  simulation: Simulation,
  { who, range, twoClerks }: Command & { do: 'make link' },
): Promise<void> {
  const booker = simulation.bookers[who] as Booker;
  const { fields, price } = await simulation.bookingFields(booker, range);
  const { uid: _uid, ...sale } = fields;
  const clerks = twoClerks ? simulation.clerks : simulation.clerks.slice(0, 1);
  const responses = await Promise.all(
    clerks.map((clerk) =>
      simulation.ask(clerk, deskPaths.makeLink, {
        ...sale,
        email: emailOf(booker.name),
        amount: rupeesAmount(price),
      }),
    ),
  );
  const made = responses.filter((response) => response?.status === 200);
  if (made.length > 1) simulation.violations.push('two links hold the same times');
  for (const response of made)
    await simulation.openLink(booker, String(response?.body.data?.booking_id), price);
}

/** Takes a link back, whose customer may be paying; of two clerks at once, one may. */
export async function withdrawLink(
  simulation: Simulation,
  { bookingId }: Checkout,
  how: (Command & { do: 'withdraw link' })['how'],
): Promise<void> {
  const clerks = how === 'once' ? simulation.clerks.slice(0, 1) : simulation.clerks;
  const responses = await Promise.all(
    clerks.map((clerk) => simulation.ask(clerk, deskPaths.withdrawLink, { booking_id: bookingId })),
  );
  if (responses.filter((response) => response?.status === 200).length > 1) {
    simulation.violations.push('two people took back one link');
  }
}

/** Moves a booking to another range for what was paid. */
export async function move(
  simulation: Simulation,
  { booking: ago, how, range }: Command & { do: 'desk moves' },
): Promise<void> {
  const booked = simulation.booked[Math.min(ago, simulation.booked.length - 1)];
  if (!booked) return;
  const { bookingId, booker } = booked;
  const shown = await simulation.show<DeskBooking>(first(simulation), deskPaths.booking, {
    booking_id: bookingId,
  });
  if (!shown) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const send = async (clerk: Booker, to: number): Promise<boolean> => {
    const { fields } = await simulation.bookingFields(booker, to);
    const { uid: _uid, ...where } = fields;
    const said = await simulation.ask(clerk, deskPaths.move, {
      ...where,
      booking_id: bookingId,
      sequence: shown.sequence,
      reason: 'The projector broke',
    });
    if (said?.status !== 200) return false;
    const change = { sequence: shown.sequence + 1, range: ranges[to] as SlotRange };
    simulation.promised.push({ bookingId, what: 'moved', change });
    return true;
  };
  if (how === 'as shown') await send(one, range);
  else if (how === 'twice to the same place') await Promise.all([send(one, range), send(other, range)]);
  else {
    // Two places of the same length, neither of which is the present one.
    const start = parseSlotTime(shown.start_time) ?? 0;
    const length = (parseSlotTime(shown.end_time) ?? 0) - start;
    const [here, there] = ranges.flatMap((place, n) =>
      slotCount(place) === length && place.start !== start ? [n] : [],
    );
    if (here === undefined || there === undefined) return;
    const moved = await Promise.all([send(one, here), send(other, there)]);
    if (!moved.includes(false)) simulation.violations.push('two people moved one booking to two places');
  }
}

/** Changes what an hour costs, from today on or later, or takes such a change back. */
export async function changePrice(
  simulation: Simulation,
  { inDays, to }: { readonly inDays: number; readonly to: number | null },
): Promise<void> {
  const rooms = await simulation.show<DeskRoom[]>(first(simulation), deskPaths.rooms, {});
  const room = rooms?.find(({ id }) => id === ROOM);
  if (!room) return;
  await simulation.ask(first(simulation), to === null ? deskPaths.removePrice : deskPaths.setPrice, {
    id: ROOM,
    version: room.version,
    from_day: addDays(dateAt(simulation.clock.now), inDays),
    ...(to !== null && { price_per_hour: String(to) }),
  });
}

/** Books a range for a member with the member's points. */
export async function bookForMember(
  simulation: Simulation,
  { who, range }: Command & { do: 'book for a member' },
): Promise<void> {
  const booker = simulation.bookers[who] as Booker;
  const { fields } = await simulation.bookingFields(booker, range);
  const said = await simulation.ask(first(simulation), deskPaths.walkIn, {
    ...fields,
    email: emailOf(booker.name),
  });
  if (said?.status === 200) simulation.confirmed(booker, String(said.body.data?.booking_id));
}

/** What comes back in a cancelling by the desk, as text. */
function returned(
  { amount, paid_with: paidWith }: DeskBooking,
  policy: string,
  what: (typeof returns)[number],
) {
  const half =
    paidWith === 'card'
      ? rupeesAmount(Math.floor(Number(amount) * 50))
      : String(Math.floor(Number(amount)) / 2);
  return { 'by the policy': policy, everything: amount, 'half of it': half, nothing: '0' }[what];
}

async function cancelAs(
  simulation: Simulation,
  clerk: Booker,
  { bookingId }: Booked,
  { policy_refund, refund }: { readonly policy_refund: string; readonly refund: string },
): Promise<void> {
  simulation.askedToCancel.add(bookingId);
  const said = await simulation.ask(clerk, deskPaths.cancel, {
    booking_id: bookingId,
    policy_refund,
    refund,
    reason: 'The projector broke',
  });
  if (said?.status === 200) simulation.promised.push({ bookingId, what: 'called off', refund });
}

/** Cancels a booking for what `returns` says; of two clerks at once, the other returns nothing. */
export async function cancel(
  simulation: Simulation,
  { booking: ago, returns: what, twoClerks }: Command & { do: 'desk cancels' },
): Promise<void> {
  const booked = simulation.booked[Math.min(ago, simulation.booked.length - 1)];
  if (!booked) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const query = { booking_id: booked.bookingId };
  const booking = await simulation.show<DeskBooking>(one, deskPaths.booking, query);
  if (!booking?.terms) return;
  const policy = booking.terms.refund;
  const shown = { policy_refund: policy, refund: returned(booking, policy, what) };
  await Promise.all([
    cancelAs(simulation, one, booked, shown),
    twoClerks ? cancelAs(simulation, other, booked, { ...shown, refund: '0' }) : null,
  ]);
}

/** Hands back the refunds of payments at the desk that are due; both clerks try the first, and one of them may. */
export async function handBack(simulation: Simulation, how: 'one' | 'all'): Promise<void> {
  const money = await simulation.show<Money>(first(simulation), deskPaths.money, {});
  const due = (money?.refunds ?? []).filter(({ method, status }) => method !== null && status === 'due');
  for (const { id } of how === 'all' ? due : due.slice(0, 1)) {
    const responses = await Promise.all(
      simulation.clerks.map((clerk) =>
        simulation.ask(clerk, deskPaths.handBack, { refund_id: id, method: 'cash' }),
      ),
    );
    if (responses.filter((response) => response?.status === 200).length > 1) {
      simulation.violations.push('two people handed back one refund');
    }
  }
}

/** Gives points, or corrects a balance; both clerks at once when `twice`, of whom one may. */
export async function adjustPoints(
  simulation: Simulation,
  { who, points, twice }: Command & { do: 'change points' },
): Promise<void> {
  const user_id = (simulation.bookers[who] as Booker).id;
  const person = await simulation.show<Person>(first(simulation), deskPaths.person, { user_id });
  if (!person) return;
  const path = points > 0 ? deskPaths.grantPoints : deskPaths.correctPoints;
  const fields = {
    user_id,
    points: String(points),
    balance: String(person.points),
    reason: 'As agreed on the phone',
  };
  const clerks = twice ? simulation.clerks : simulation.clerks.slice(0, 1);
  const responses = await Promise.all(clerks.map((clerk) => simulation.ask(clerk, path, fields)));
  if (responses.filter((response) => response?.status === 200).length > 1) {
    simulation.violations.push('points were given twice');
  }
}

/** Blocks a range, around what is in the way or not at all. */
export async function block(
  simulation: Simulation,
  { range, around }: Command & { do: 'block' },
): Promise<void> {
  const { start, end } = ranges[range] ?? { start: 20, end: 22 };
  const said = await simulation.ask(first(simulation), deskPaths.makeBlockOut, {
    room_id: ROOM,
    first_day: DAY,
    last_day: DAY,
    start_time: slotTime(start),
    end_time: slotTime(end),
    reason: 'A leak',
    around,
  });
  if (said?.status === 200) simulation.blockOuts.unshift(String(said.body.data?.id));
}

/** Removes the newest block-out, or blocks what has become free of it. */
export async function changeBlockOut(simulation: Simulation, how: 'fill' | 'remove'): Promise<void> {
  const id = simulation.blockOuts[0];
  if (id === undefined) return;
  const path = how === 'fill' ? deskPaths.fillBlockOut : deskPaths.removeBlockOut;
  await simulation.ask(first(simulation), path, { id, ...(how === 'remove' && { reason: 'It is dry' }) });
}
