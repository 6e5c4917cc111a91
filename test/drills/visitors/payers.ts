import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../../contract/paths.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../../domain/time/openingHours.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { bookingTimes, slotCount } from '../../../domain/time/slots.ts';
import { payByCard } from '../../payments/payer.ts';
import type { CreatedPayment, Paid, PaymentServer } from '../../payments/startPayments.ts';
import type { Racer } from '../../races/race.ts';
import type { AcknowledgedBooking, Target } from './load.ts';

/** Between the calls of one payer. */
const DELAY_MS = 50;
/** This is longer than the timeout of a request, in milliseconds. */
const TIMEOUT_MS = 10_000;
const SLOTS = slotCount(DEFAULT_OPENING);
/** Days that are paid by card. The payers start with the last day, far from the visitors with points. */
const DAYS = 160;

export interface PricedRoom {
  readonly id: number;
  readonly pricePerHourPaise: number;
}

/** Customers who pay by card until they are stopped, and the responses to them. */
export interface Payers {
  /** By a response. */
  readonly confirmed: readonly AcknowledgedBooking[];
  /** Ids of the payments that the checkout reported as made. */
  readonly paid: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts customers who hold a slot, pay in the checkout and report the payment. Failed calls are repeated on another server.
 */
export function startPayers({
  targets,
  payers,
  rooms,
  firstDay,
}: {
  targets: readonly Target[];
  payers: readonly Racer[];
  rooms: readonly PricedRoom[];
  firstDay: string;
}): Payers {
  const confirmed: AcknowledgedBooking[] = [];
  const paid: string[] = [];
  const stopping = new AbortController();

  /** Undefined for an error of the request; null when the call failed and has to be repeated. */
  async function post(n: number, path: string, body: object, token: string): Promise<unknown> {
    const { url } = targets[n % targets.length] as Target;
    try {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const data = (await response.json()) as unknown;
      if (response.status >= 500) return null;
      return response.ok ? (data as { data: unknown }).data : undefined;
    } catch {
      return null;
    }
  }
  /** Repeats a call on other servers until it gets a response. Undefined is an error of the request. */
  async function postUntilResponse(
    first: number,
    path: string,
    body: object,
    token: string,
  ): Promise<unknown> {
    for (let n = first; ; n += 1) {
      const data = await post(n, path, body, token);
      if (data !== null) return data;
      await delay(5 * DELAY_MS);
    }
  }
  /** Pays in the checkout with at most forty attempts. */
  async function pay(first: number, order: CreatedPayment): Promise<Paid | undefined> {
    for (let n = first; n < first + 40; n += 1) {
      const { url } = targets[n % targets.length] as Target;
      try {
        const { paid: proof } = await payByCard({ url } as PaymentServer, order);
        if (proof) return proof;
      } catch {
        // The next attempt uses another server.
      }
      await delay(5 * DELAY_MS);
    }
    return undefined;
  }

  async function payer({ id: userId, token }: Racer, n: number): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const index = turn * payers.length + n;
      const slot = DEFAULT_OPENING.start + (index % SLOTS);
      const day = addDays(firstDay, DAYS - (Math.floor(index / SLOTS) % DAYS));
      const room = rooms[Math.floor(index / SLOTS / DAYS) % rooms.length] as PricedRoom;
      const amount = rupeesAmount(priceOf(room.pricePerHourPaise, 1).total);
      const times = bookingTimes({ start: slot, end: slot + 1 });
      const fields = { mid: room.id, uid: userId, bdate: day, ...times, amount, currency: 'INR' };
      const order = (await postUntilResponse(n + turn, paths.createPayment, fields, token)) as
        | CreatedPayment
        | undefined;
      if (order) {
        const { booking_id: id } = order.notes[2];
        const proof = await pay(n + turn, order);
        if (proof) {
          paid.push(proof.razorpay_payment_id);
          const completed = (await postUntilResponse(
            n + turn,
            paths.completePayment,
            {
              booking_id: id,
              order_id: proof.razorpay_order_id,
              payment_id: proof.razorpay_payment_id,
              signature: proof.razorpay_signature,
              amount,
            },
            token,
          )) as { status: string } | undefined;
          if (completed?.status === 'confirmed') confirmed.push({ id, userId, roomId: room.id, day, slot });
        } else await postUntilResponse(n + turn, paths.releasePayment, { booking_id: id }, token);
      }
      await delay(DELAY_MS);
    }
  }

  const work = Promise.all(payers.map(payer));
  return {
    confirmed,
    paid,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
