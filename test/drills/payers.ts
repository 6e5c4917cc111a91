import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import { payByCard } from '../payments/payer.ts';
import type { CreatedPayment, Paid, PaymentServer } from '../payments/startPayments.ts';
import type { Contender } from '../races/contest.ts';
import type { Acknowledged, Target } from './load.ts';

/** Between the calls of one payer, in milliseconds. */
const PAUSE_MS = 50;
/** Longer than a request may take, in milliseconds. */
const HUNG_MS = 10_000;
const SLOTS = slotCount(DEFAULT_OPENING);
/** Days after the first whose slots are paid for; visitors with points are on the others mostly. */
const DAYS = 160;

export interface PricedRoom {
  readonly id: number;
  readonly pricePerHourPaise: number;
}

/** Customers who pay by card until they are stopped, and what they were shown. */
export interface Payers {
  /** Bookings that were confirmed to a payer. */
  readonly confirmed: readonly Acknowledged[];
  /** Payments that the checkout said were made. */
  readonly paid: readonly string[];
  stop(): Promise<void>;
}

/** Starts customers who hold a slot, pay for it in the checkout, and complete it; each call again elsewhere until it is answered. */
export function startPayers({
  targets,
  payers,
  rooms,
  firstDay,
}: {
  targets: readonly Target[];
  payers: readonly Contender[];
  rooms: readonly PricedRoom[];
  firstDay: string;
}): Payers {
  const confirmed: Acknowledged[] = [];
  const paid: string[] = [];
  const over = new AbortController();

  /** The answer to a call; null when it failed, was not sent, or has to be repeated. */
  async function post(n: number, path: string, body: object, token: string): Promise<unknown> {
    const { url } = targets[n % targets.length] as Target;
    try {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(HUNG_MS),
      });
      const answer = (await response.json()) as unknown;
      if (response.status >= 500) return null;
      return response.ok ? (answer as { data: unknown }).data : undefined;
    } catch {
      return null;
    }
  }
  /** Repeats a call elsewhere until it is answered; undefined when it was refused. */
  async function answered(first: number, path: string, body: object, token: string): Promise<unknown> {
    for (let n = first; ; n += 1) {
      const answer = await post(n, path, body, token);
      if (answer !== null) return answer;
      await delay(5 * PAUSE_MS);
    }
  }
  /** Pays in the checkout; tries again while no answer comes, and gives up after forty attempts. */
  async function pay(first: number, order: CreatedPayment): Promise<Paid | undefined> {
    for (let n = first; n < first + 40; n += 1) {
      const { url } = targets[n % targets.length] as Target;
      try {
        const { paid: made } = await payByCard({ url } as PaymentServer, order);
        if (made) return made;
      } catch {
        // It is tried at another server.
      }
      await delay(5 * PAUSE_MS);
    }
    return undefined;
  }

  async function payer({ id: userId, token }: Contender, n: number): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const at = turn * payers.length + n;
      const slot = DEFAULT_OPENING.start + (at % SLOTS);
      const day = addDays(firstDay, DAYS - (Math.floor(at / SLOTS) % DAYS));
      const room = rooms[Math.floor(at / SLOTS / DAYS) % rooms.length] as PricedRoom;
      const amount = rupeesAmount(priceOf(room.pricePerHourPaise, 1).total);
      const times = bookingTimes({ start: slot, end: slot + 1 });
      const wish = { mid: room.id, uid: userId, bdate: day, ...times, amount, currency: 'INR' };
      const order = (await answered(n + turn, paths.createPayment, wish, token)) as
        CreatedPayment | undefined;
      if (order) {
        const { booking_id: id } = order.notes[2];
        const made = await pay(n + turn, order);
        if (made) {
          paid.push(made.razorpay_payment_id);
          const done = (await answered(
            n + turn,
            paths.completePayment,
            {
              booking_id: id,
              order_id: made.razorpay_order_id,
              payment_id: made.razorpay_payment_id,
              signature: made.razorpay_signature,
              amount,
            },
            token,
          )) as { status: string } | undefined;
          if (done?.status === 'confirmed') confirmed.push({ id, userId, roomId: room.id, day, slot });
        } else await answered(n + turn, paths.releasePayment, { booking_id: id }, token);
      }
      await delay(PAUSE_MS);
    }
  }

  const work = Promise.all(payers.map(payer));
  return {
    confirmed,
    paid,
    async stop() {
      over.abort();
      await work;
    },
  };
}
