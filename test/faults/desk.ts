import { sql, type RawBuilder } from 'kysely';
import type { MoveProposal } from '../../contract/desk/blockOutMoves.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { DeskBooking } from '../../contract/desk/booking.ts';
import type { DayPlan } from '../../contract/desk/dayPlan.ts';
import type { Money } from '../../contract/desk/money/money.ts';
import type { DeskRoom } from '../../contract/desk/rooms.ts';
import type { Person } from '../../contract/desk/people.ts';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { amountField, parseAmount, parsePaise } from '../../domain/money/amounts.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { shorteningRefund } from '../../domain/money/shortening.ts';
import { bookingTimes, parseSlotTime, slotCount, slotTime, type SlotRange } from '../../domain/time/slots.ts';
import { ranges, type Command, type deskRefunds, type refundSpeeds } from './commands.ts';
import { checkLimit } from './money/companies.ts';
import { replaceInvoice } from './money/corrections.ts';
import { headOf } from './invariantSql.ts';
import { ROOM, type Booker, type ConfirmedBooking, type Checkout, type Simulation } from './simulation.ts';

/* The actions of two clerks at the desk. The money invariant counts their cash from the audit. */

const firstClerk = ({ clerks }: Simulation): Booker => clerks[0] as Booker;

/** SQL: which bookings a command can be about. */
const canChangeLength = sql<boolean>`booking.status = 'confirmed'`;
const canBeRefunded = sql<boolean>`booking.status = 'confirmed' and booking.paid_with = 'card'`;
const hasInvoice = sql<boolean>`exists (
  select from paper where paper.kind = 'invoice' and paper.booking_id = ${headOf(sql`booking.id`)}
    and not exists (select from paper newer where newer.replaces_id = paper.id))`;

/** The confirmed bookings for which the condition holds, the newest first. */
async function bookingsWhere(
  { database, confirmedBookings }: Simulation,
  condition: RawBuilder<boolean>,
): Promise<ConfirmedBooking[]> {
  if (confirmedBookings.length === 0) return [];
  const rows = await database
    .selectFrom('booking')
    .select('id')
    .where(
      'id',
      'in',
      confirmedBookings.map(({ bookingId }) => bookingId),
    )
    .where(condition)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return confirmedBookings.filter(({ bookingId }) => ids.has(bookingId));
}

/** The booking that a command is about. Without one, the desk sells one first, and `prepare` may make it one. */
async function bookingFor(
  simulation: Simulation,
  index: number,
  condition: RawBuilder<boolean>,
  prepare?: () => Promise<void>,
): Promise<ConfirmedBooking | undefined> {
  let found = await bookingsWhere(simulation, condition);
  if (found.length === 0 && prepare) {
    await prepare();
    found = await bookingsWhere(simulation, condition);
  }
  for (let range = 0; found.length === 0 && range < ranges.length - 1; range += 2) {
    await sellBefore(simulation, range);
    await prepare?.();
    found = await bookingsWhere(simulation, condition);
  }
  return found[Math.min(index, found.length - 1)];
}

interface Sale extends Omit<Command & { do: 'sell at the desk' }, 'do'> {
  /** Of the company of the customer. */
  readonly onAccount?: boolean;
  readonly daysLater?: number;
}

/**
 * Sells a range for cash, by a UPI transfer, whose number may have been used before, or on account; with `repeats`, for two weeks. With
 * `twice`, the call is sent twice, and makes one sale. Returns whether it was made.
 */
export async function sell(
  simulation: Simulation,
  { bookerIndex, range, upi, onAccount = false, daysLater = 0, repeats = false, twice = false }: Sale,
): Promise<boolean> {
  const booker = simulation.bookers[bookerIndex] as Booker;
  const { fields, price } = await simulation.bookingFields(booker, range);
  const request = {
    ...fields,
    bdate: addDays(fields.bdate, daysLater),
    email: booker.email,
    method: onAccount ? 'account' : upi === undefined ? 'cash' : 'upi',
    ...(upi !== undefined && { reference: `UTR${upi}` }),
    ...(repeats && { later_dates: [addDays(fields.bdate, 7)] }),
    amount: rupeesAmount(repeats ? 2 * price : price),
  };
  const send = () => simulation.post(firstClerk(simulation), deskPaths.sell, request);
  const responses = await Promise.all(twice ? [send(), send()] : [send()]);
  const ids = responses.flatMap((response) =>
    response?.status === 200 ? [String(response.body.data?.booking_id)] : [],
  );
  const [bookingId] = ids;
  if (bookingId === undefined) return false;
  if (new Set(ids).size > 1) simulation.violations.push('a sale that was sent twice was made twice');
  if (repeats) await simulation.recordSeries(bookingId);
  else simulation.quotedPrices.set(bookingId, price);
  if (onAccount) simulation.onAccount.add(bookingId);
  simulation.recordConfirmed(booker, bookingId);
  return true;
}

/** Sells a range on account, the next day if it is taken. */
export async function sellOnAccount(
  simulation: Simulation,
  sale: Omit<Command & { do: 'sell on account' }, 'do'>,
): Promise<void> {
  const isSold = await sell(simulation, { ...sale, onAccount: true });
  if (!isSold && !simulation.serverProcess.crashed)
    await sell(simulation, { ...sale, onAccount: true, daysLater: 1 });
  await checkLimit(simulation);
}

/** The sale that another command is about. It is counted alone, so that it is no success of that command. */
export const sellBefore = (simulation: Simulation, range: number): Promise<boolean> =>
  simulation.runCounted('sell at the desk: before another command', () =>
    sell(simulation, { bookerIndex: 2, range }),
  );

export const sellOnAccountBefore = (simulation: Simulation): Promise<void> =>
  simulation.runCounted('sell on account: before another command', () =>
    sellOnAccount(simulation, { bookerIndex: 2, range: 0 }),
  );

/** Creates a payment link for a range. When two clerks do it concurrently, only one of them may succeed. */
export async function makeLink(
  simulation: Simulation,
  { bookerIndex, range, twoClerks }: Command & { do: 'make link' },
): Promise<void> {
  const booker = simulation.bookers[bookerIndex] as Booker;
  const { fields, price } = await simulation.bookingFields(booker, range);
  const { uid: _uid, ...sale } = fields;
  const clerks = twoClerks ? simulation.clerks : simulation.clerks.slice(0, 1);
  const responses = await Promise.all(
    clerks.map((clerk) =>
      simulation.post(clerk, deskPaths.makeLink, {
        ...sale,
        email: booker.email,
        amount: rupeesAmount(price),
      }),
    ),
  );
  const made = responses.filter((response) => response?.status === 200);
  if (made.length > 1) simulation.violations.push('two links hold the same times');
  for (const response of made)
    await simulation.openLink(booker, String(response?.body.data?.booking_id), price);
}

/** Cancels a link, whose customer may be paying. When two clerks do it concurrently, only one of them may succeed. */
export async function withdrawLink(
  simulation: Simulation,
  { bookingId }: Checkout,
  how: (Command & { do: 'withdraw link' })['how'],
): Promise<void> {
  const clerks = how === 'once' ? simulation.clerks.slice(0, 1) : simulation.clerks;
  const responses = await Promise.all(
    clerks.map((clerk) => simulation.post(clerk, deskPaths.withdrawLink, { booking_id: bookingId })),
  );
  if (responses.filter((response) => response?.status === 200).length > 1) {
    simulation.violations.push('two clerks cancelled one link');
  }
}

const rangeOf = (times: { readonly start_time: string; readonly end_time: string }): SlotRange => ({
  start: parseSlotTime(times.start_time) ?? 0,
  end: parseSlotTime(times.end_time) ?? 0,
});

/** Moves a booking to another range at its paid price. */
export async function move(
  simulation: Simulation,
  { booking: index, how, range }: Command & { do: 'desk moves' },
): Promise<void> {
  const target = simulation.confirmedBookings[Math.min(index, simulation.confirmedBookings.length - 1)];
  if (!target) return;
  const { bookingId, booker } = target;
  const booking = await simulation.get<DeskBooking>(firstClerk(simulation), deskPaths.booking, {
    booking_id: bookingId,
  });
  if (!booking) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const send = async (clerk: Booker, to: number): Promise<boolean> => {
    const { fields } = await simulation.bookingFields(booker, to);
    const { uid: _uid, ...where } = fields;
    const response = await simulation.post(clerk, deskPaths.move, {
      ...where,
      booking_id: bookingId,
      sequence: booking.sequence,
      reason: 'The projector broke',
    });
    if (response?.status !== 200) return false;
    const change = { sequence: booking.sequence + 1, range: ranges[to] as SlotRange };
    simulation.commitments.push({ bookingId, kind: 'moved', change });
    return true;
  };
  if (how === 'as shown') await send(one, range);
  else if (how === 'twice to the same place') await Promise.all([send(one, range), send(other, range)]);
  else {
    // The two ranges have the same length as the current one, and both differ from it.
    const current = rangeOf(booking);
    const [firstRange, secondRange] = ranges.flatMap((place, n) =>
      slotCount(place) === slotCount(current) && place.start !== current.start ? [n] : [],
    );
    if (firstRange === undefined || secondRange === undefined) return;
    const moved = await Promise.all([send(one, firstRange), send(other, secondRange)]);
    if (!moved.includes(false)) simulation.violations.push('two clerks moved one booking to two ranges');
  }
}

const isOnAccount = ({ payments }: DeskBooking): boolean =>
  payments.some(({ method }) => method === 'desk-account');

/** Makes a booking longer by a slot or two, or shorter by a slot. Of two clerks at once only one may succeed. */
export async function changeLength(
  simulation: Simulation,
  { booking: index, how }: Command & { do: 'desk changes length' },
): Promise<void> {
  const target = await bookingFor(simulation, index, canChangeLength);
  if (!target) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const booking = await simulation.get<DeskBooking>(one, deskPaths.booking, { booking_id: target.bookingId });
  const plan = booking && (await simulation.get<DayPlan>(one, deskPaths.dayPlan, { date: booking.day }));
  if (!booking?.terms || !plan) return;
  const { id, sequence, paid_with: paidWith } = booking;
  const from = rangeOf(booking);
  const send = async (clerk: Booker, path: string, end: number, fields: object): Promise<boolean> => {
    const response = await simulation.post(clerk, path, {
      booking_id: id,
      sequence,
      start_time: booking.start_time,
      end_time: slotTime(end),
      ...fields,
    });
    if (response?.status !== 200) return false;
    simulation.quotedPrices.delete(id);
    simulation.count(`a booking became ${how}`);
    const change = { sequence: sequence + 1, range: { start: from.start, end } };
    simulation.commitments.push({ bookingId: id, kind: 'moved', change });
    return true;
  };
  const extend = (clerk: Booker, slots: number): Promise<boolean> => {
    const room = plan.rooms.find(({ id: roomId }) => roomId === booking.room_id);
    const price = priceOf(Math.round((room?.price_per_hour ?? 0) * 100), slots).total;
    return send(clerk, deskPaths.extend, from.end + slots, {
      amount: paidWith === 'card' ? rupeesAmount(price) : String(slots / 2),
      method: paidWith === 'points' ? 'points' : isOnAccount(booking) ? 'account' : 'cash',
    });
  };
  if (how === 'longer, in cash') await extend(one, 1);
  else if (how === 'longer, by two clerks') {
    const extended = await Promise.all([extend(one, 1), extend(other, 2)]);
    if (!extended.includes(false)) simulation.violations.push('two clerks made one booking longer');
  } else {
    const to = { start: from.start, end: from.end - 1 };
    const { percent, returned_before } = booking.terms;
    const paid = parseAmount(paidWith, booking.amount);
    const goneBack = returned_before === undefined ? 0 : parsePaise(returned_before);
    const policy = { ...paid, amount: shorteningRefund(paid, { from, to }, percent, goneBack) };
    const refund =
      how === 'shorter, by the policy' ? policy : { ...paid, amount: Math.floor(paid.amount / 3) };
    await send(one, deskPaths.shorten, to.end, {
      policy_refund: amountField(policy),
      refund: amountField(refund),
      reason: 'The guests left early',
    });
  }
  await checkLimit(simulation);
}

/** Changes the hourly price from a day on, or removes such a change when `to` is null. */
export async function changePrice(
  simulation: Simulation,
  { inDays, to }: { readonly inDays: number; readonly to: number | null },
): Promise<void> {
  const rooms = await simulation.get<DeskRoom[]>(firstClerk(simulation), deskPaths.rooms, {});
  const room = rooms?.find(({ id }) => id === ROOM);
  if (!room) return;
  await simulation.post(firstClerk(simulation), to === null ? deskPaths.removePrice : deskPaths.setPrice, {
    id: ROOM,
    version: room.version,
    from_day: addDays(dateAt(simulation.clock.now), inDays),
    ...(to !== null && { price_per_hour: String(to) }),
  });
}

/** Books a range with a member's points. */
export async function bookForMember(
  simulation: Simulation,
  { bookerIndex, range }: Command & { do: 'book for a member' },
): Promise<void> {
  const booker = simulation.bookers[bookerIndex] as Booker;
  const { fields } = await simulation.bookingFields(booker, range);
  const response = await simulation.post(firstClerk(simulation), deskPaths.walkIn, {
    ...fields,
    email: booker.email,
  });
  if (response?.status === 200) simulation.recordConfirmed(booker, String(response.body.data?.booking_id));
}

/** As text. */
function refundFor(
  { amount, paid_with: paidWith }: DeskBooking,
  policy: string,
  refundKind: (typeof deskRefunds)[number],
) {
  const half =
    paidWith === 'card'
      ? rupeesAmount(Math.floor(Number(amount) * 50))
      : String(Math.floor(Number(amount)) / 2);
  return { 'by the policy': policy, everything: amount, 'half of it': half, nothing: '0' }[refundKind];
}

async function cancelAs(
  simulation: Simulation,
  clerk: Booker,
  { bookingId }: ConfirmedBooking,
  { policy_refund, refund }: { readonly policy_refund: string; readonly refund: string },
): Promise<void> {
  simulation.cancelRequested.add(bookingId);
  const response = await simulation.post(clerk, deskPaths.cancel, {
    booking_id: bookingId,
    policy_refund,
    refund,
    reason: 'The projector broke',
  });
  if (response?.status === 200) simulation.commitments.push({ bookingId, kind: 'cancelled', refund });
}

/** Cancels a booking with a refund. With `twoClerks`, a second clerk concurrently cancels it without a refund. */
export async function cancel(
  simulation: Simulation,
  { booking: index, refundKind, twoClerks }: Command & { do: 'desk cancels' },
): Promise<void> {
  const target = simulation.confirmedBookings[Math.min(index, simulation.confirmedBookings.length - 1)];
  if (!target) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const query = { booking_id: target.bookingId };
  const booking = await simulation.get<DeskBooking>(one, deskPaths.booking, query);
  if (!booking?.terms) return;
  const policy = booking.terms.refund;
  const shownTerms = { policy_refund: policy, refund: refundFor(booking, policy, refundKind) };
  await Promise.all([
    cancelAs(simulation, one, target, shownTerms),
    twoClerks ? cancelAs(simulation, other, target, { ...shownTerms, refund: '0' }) : null,
  ]);
}

/**
 * Refunds an amount of a booking that stays as it is. Of two clerks who do it concurrently only one may succeed; a clerk who repeats
 * the call makes one refund.
 */
export async function refundAmount(
  simulation: Simulation,
  { booking: index, amount, method, how }: Command & { do: 'desk refunds' },
): Promise<void> {
  const target = await bookingFor(simulation, index, canBeRefunded);
  if (!target) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const query = { booking_id: target.bookingId };
  const booking = await simulation.get<DeskBooking>(one, deskPaths.booking, query);
  if (!booking?.refundable) return;
  const { left, at_provider: atProvider } = booking.refundable;
  const send = async (clerk: Booker): Promise<boolean> => {
    const response = await simulation.post(clerk, deskPaths.makeRefund, {
      ...query,
      left,
      amount: amount === 'everything' || Number(left) < 100 ? left : '100.00',
      method: isOnAccount(booking) ? 'account' : Number(atProvider) === 0 ? 'cash' : method,
      reason: 'The projector broke',
    });
    if (response?.status === 200) simulation.count(`refund by the desk, ${method}`);
    return response?.status === 200;
  };
  const clerks = { once: [one], 'by two clerks at once': [one, other], 'twice by one clerk': [one, one] }[
    how
  ];
  const made = await Promise.all(clerks.map(send));
  if (how === 'by two clerks at once' && !made.includes(false))
    simulation.violations.push('two clerks refunded one amount');
}

/** A clerk with a low limit refunds everything that is left of a booking, which waits for a confirmation. */
export async function requestRefund(
  simulation: Simulation,
  { booking: index, method }: Command & { do: 'desk refund waits' },
): Promise<void> {
  const target = await bookingFor(simulation, index, canBeRefunded);
  if (!target) return;
  const query = { booking_id: target.bookingId };
  const booking = await simulation.get<DeskBooking>(simulation.newClerk, deskPaths.booking, query);
  if (!booking?.refundable) return;
  const { left, at_provider: atProvider } = booking.refundable;
  const isAtProvider = method === 'provider' && Number(atProvider) > 0;
  const response = await simulation.post(simulation.newClerk, deskPaths.makeRefund, {
    ...query,
    left,
    amount: isAtProvider ? atProvider : left,
    method: isOnAccount(booking) ? 'account' : isAtProvider ? 'provider' : 'cash',
    reason: 'The projector broke',
  });
  if (response?.status === 200) simulation.count(`refund by a clerk: ${String(response.body.data?.state)}`);
}

/** Corrects the buyer of a booking's invoice. */
export async function correctInvoice(
  simulation: Simulation,
  { booking: index, ...correction }: Command & { do: 'correct invoice' },
): Promise<void> {
  const target = await bookingFor(simulation, index, hasInvoice, () => simulation.issueTaxDocuments());
  if (!target) return;
  const query = { booking_id: target.bookingId };
  const booking = await simulation.get<DeskBooking>(firstClerk(simulation), deskPaths.booking, query);
  await replaceInvoice(simulation, booking?.documents, correction);
}

/** Pays out due refunds of payments at the desk. Both clerks try each refund, and only one of them may succeed. */
export async function handBack(simulation: Simulation, how: 'one' | 'all'): Promise<void> {
  const money = await simulation.get<Money>(firstClerk(simulation), deskPaths.money, {});
  const due = (money?.refunds ?? []).filter(
    ({ method, status }) => (method !== null && status === 'due') || status === 'needs_person',
  );
  for (const { id } of how === 'all' ? due : due.slice(0, 1)) {
    const responses = await Promise.all(
      simulation.clerks.map((clerk) =>
        simulation.post(clerk, deskPaths.handBack, { refund_id: id, method: 'cash' }),
      ),
    );
    if (responses.filter((response) => response?.status === 200).length > 1) {
      simulation.violations.push('two clerks paid out one refund');
    }
  }
}

/** Requests the first refund again that the provider has refused. */
export async function retryRefund(
  simulation: Simulation,
  speed: (typeof refundSpeeds)[number],
): Promise<void> {
  const money = await simulation.get<Money>(firstClerk(simulation), deskPaths.money, {});
  const refund = money?.refunds.find(({ status }) => status === 'needs_person');
  if (!refund) return;
  const response = await simulation.post(firstClerk(simulation), deskPaths.retryRefund, {
    refund_id: refund.id,
    speed,
    reason: 'As agreed on the phone',
  });
  if (response?.status === 200) simulation.count(`refund requested again, ${speed}`);
}

/** Grants points or corrects a balance. With `twice`, both clerks try it concurrently, and only one of them may succeed. */
export async function adjustPoints(
  simulation: Simulation,
  { bookerIndex, points, twice }: Command & { do: 'change points' },
): Promise<void> {
  const user_id = (simulation.bookers[bookerIndex] as Booker).id;
  const person = await simulation.get<Person>(firstClerk(simulation), deskPaths.person, { user_id });
  if (!person) return;
  const path = points > 0 ? deskPaths.grantPoints : deskPaths.correctPoints;
  const fields = {
    user_id,
    points: String(points),
    balance: String(person.points),
    reason: 'As agreed on the phone',
  };
  const clerks = twice ? simulation.clerks : simulation.clerks.slice(0, 1);
  const responses = await Promise.all(clerks.map((clerk) => simulation.post(clerk, path, fields)));
  if (responses.filter((response) => response?.status === 200).length > 1) {
    simulation.violations.push('points were changed twice');
  }
}

/** Blocks a range. With `around`, conflicting bookings and holds are left out; otherwise any conflict prevents it. */
export async function block(
  simulation: Simulation,
  { range, around }: Command & { do: 'block' },
): Promise<void> {
  const { start, end } = ranges[range] ?? { start: 20, end: 22 };
  const response = await simulation.post(firstClerk(simulation), deskPaths.makeBlockOut, {
    room_id: ROOM,
    first_day: simulation.day,
    last_day: simulation.day,
    start_time: slotTime(start),
    end_time: slotTime(end),
    reason: 'A leak',
    around,
  });
  if (response?.status === 200) simulation.blockOuts.unshift(String(response.body.data?.id));
}

/** Removes the newest block-out, blocks those of its slots that became free, or gives it another range. */
export async function changeBlockOut(simulation: Simulation, how: 'fill' | 'remove' | 'edit'): Promise<void> {
  const id = simulation.blockOuts[0];
  if (id === undefined) return;
  if (how === 'edit') {
    await simulation.post(firstClerk(simulation), deskPaths.editBlockOut, {
      id,
      version: 1,
      room_id: ROOM,
      first_day: simulation.day,
      last_day: simulation.day,
      start_time: slotTime(19),
      end_time: slotTime(23),
      reason: 'It is larger',
      around: true,
    });
    return;
  }
  const path = how === 'fill' ? deskPaths.fillBlockOut : deskPaths.removeBlockOut;
  await simulation.post(firstClerk(simulation), path, {
    id,
    ...(how === 'remove' && { reason: 'It is dry' }),
  });
}

/** Moves the bookings in the way of the newest block-out to where the desk proposes. Without one, it blocks around them first. */
export async function moveFromBlockOut(
  simulation: Simulation,
  { range, twoClerks }: Command & { do: 'move from block-out' },
): Promise<void> {
  const [one, other] = simulation.clerks as [Booker, Booker];
  const proposals = async (): Promise<readonly MoveProposal[]> => {
    const id = simulation.blockOuts[0];
    const proposed =
      id === undefined ? [] : await simulation.get<MoveProposal[]>(one, deskPaths.moveProposals, { id });
    return proposed ?? [];
  };
  let proposed = await proposals();
  if (proposed.length === 0) {
    await simulation.runCounted('block: before another command', () =>
      block(simulation, { do: 'block', range, around: true }),
    );
    proposed = await proposals();
  }
  const moves = proposed.flatMap(({ booking_id, sequence, day: bdate, to }) => {
    if (!to) return [];
    const times = rangeOf(to);
    return [{ times, move: { booking_id, sequence, bdate, mid: to.room_id, ...bookingTimes(times) } }];
  });
  if (moves.length === 0) return;
  const fields = { id: simulation.blockOuts[0], moves: moves.map((each) => each.move), reason: 'A leak' };
  const clerks = twoClerks ? [one, other] : [one];
  const responses = await Promise.all(
    clerks.map((clerk) => simulation.post(clerk, deskPaths.moveFromBlockOut, fields)),
  );
  if (!responses.some((response) => response?.status === 200)) return;
  simulation.count('bookings moved from a block-out', moves.length);
  for (const { times, move: moved } of moves) {
    const change = { sequence: moved.sequence + 1, range: times };
    simulation.commitments.push({ bookingId: moved.booking_id, kind: 'moved', change });
  }
}
