import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../../contract/paths.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../../domain/time/openingHours.ts';
import { bookingTimes, slotCount } from '../../../domain/time/slots.ts';
import type { Racer } from '../../races/race.ts';

/** A request without a response after this time has timed out, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Between the calls of one visitor. */
const DELAY_MS = 20;
/** Booked days. */
const DAYS = 170;
const SLOTS = slotCount(DEFAULT_OPENING);

/** A server that receives the load. Its URL changes when it is restarted. */
export interface Target {
  url: string;
}

/** A booking that a response has confirmed. */
export interface AcknowledgedBooking {
  readonly id: string;
  readonly userId: string;
  readonly roomId: number;
  readonly day: string;
  readonly slot: number;
}

/** A running load and its results. */
export interface Load {
  readonly acknowledged: readonly AcknowledgedBooking[];
  /** Requests without a response after ten seconds. */
  readonly timeouts: number;
  /** Responses to visitors by status. The status 0 is a failed connection. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses that must not occur, as text. */
  readonly unexpected: readonly string[];
  /** Statuses of the booking with the most attempts. A booking is repeated after 502, 503 and without a response (0). */
  readonly mostAttempts: readonly number[];
  /** `/readyz` responses of a server with 503. */
  readonly notReady: (target: Target) => number;
  /** Last confirmed booking of a server, by `performance.now()`. */
  readonly lastBooked: (target: Target) => number;
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly targets: readonly Target[];
  readonly members: readonly Racer[];
  readonly rooms: readonly number[];
  readonly firstDay: string;
}

/**
 * Simulates visitors until it is stopped: pairs of members book the same slots with points, viewers fetch availability, and a
 * load balancer checks readiness. A booking without a response, with 502 or with 503 is repeated on another server.
 */
export function startLoad({ targets, members, rooms, firstDay }: LoadOptions): Load {
  const acknowledged: AcknowledgedBooking[] = [];
  const statuses = new Map<number, number>();
  const unexpected: string[] = [];
  const notReady = new Map<Target, number>();
  const lastBooked = new Map<Target, number>();
  let timeouts = 0;
  let mostAttempts: readonly number[] = [];
  const stopping = new AbortController();

  /** The status is 0 without a response. */
  async function call(
    target: Target,
    path: string,
    init: RequestInit,
    expected: readonly number[],
    isCounted = true,
  ): Promise<{ status: number; body: unknown }> {
    const result = { status: 0, body: null as unknown };
    try {
      const response = await fetch(target.url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      result.body = await response.json();
      result.status = response.status;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        timeouts += 1;
        unexpected.push(`${path} timed out`);
      }
    }
    if (isCounted) statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1);
    if (result.status !== 0 && !expected.includes(result.status)) {
      unexpected.push(`${path}: ${result.status} ${JSON.stringify(result.body)}`);
    }
    return result;
  }

  const postRequest = (body: object, token?: string): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });

  /** Requests a slot until this member or another one has it. */
  async function book(member: Racer, roomId: number, day: string, slot: number, first: number) {
    const body = { mid: roomId, uid: member.id, bdate: day, ...bookingTimes({ start: slot, end: slot + 1 }) };
    const attemptStatuses: number[] = [];
    for (let attempt = first; !stopping.signal.aborted; attempt += 1) {
      const target = targets[attempt % targets.length] as Target;
      const result = await call(target, paths.book, postRequest(body, member.token), [200, 409, 502, 503]);
      if (result.status === 200) {
        const { booking_id: id } = (result.body as { data: { booking_id: string } }).data;
        acknowledged.push({ id, userId: member.id, roomId, day, slot });
        lastBooked.set(target, performance.now());
      }
      attemptStatuses.push(result.status);
      if (attemptStatuses.length > mostAttempts.length) mostAttempts = attemptStatuses;
      if (result.status !== 0 && result.status !== 502 && result.status !== 503) return;
      await delay(5 * DELAY_MS);
    }
  }

  async function visitor(member: Racer, n: number): Promise<void> {
    const pair = Math.floor(n / 2);
    const pairs = Math.ceil(members.length / 2);
    const pairRooms = rooms.filter((_, index) => index % pairs === pair);
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const slot = DEFAULT_OPENING.start + (turn % SLOTS);
      const day = addDays(firstDay, Math.floor(turn / SLOTS) % DAYS);
      const room = pairRooms[Math.floor(turn / SLOTS / DAYS) % pairRooms.length] as number;
      await book(member, room, day, slot, n + turn);
      await delay(DELAY_MS);
    }
  }

  async function viewer(n: number): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const body = { date: addDays(firstDay, turn % DAYS), ids: rooms.slice(0, 9) };
      const target = targets[(n + turn) % targets.length] as Target;
      await call(target, paths.takenSlotsOfRooms, postRequest(body), [200, 502, 503]);
      await delay(DELAY_MS);
    }
  }

  async function loadBalancer(target: Target): Promise<void> {
    while (!stopping.signal.aborted) {
      const { status } = await call(target, '/readyz', {}, [200, 502, 503], false);
      if (status === 503) notReady.set(target, (notReady.get(target) ?? 0) + 1);
      await delay(10 * DELAY_MS);
    }
  }

  const work = Promise.all([
    ...members.map(visitor),
    ...[0, 1, 2, 3].map(viewer),
    ...targets.map(loadBalancer),
  ]);
  return {
    acknowledged,
    statuses,
    unexpected,
    get timeouts() {
      return timeouts;
    },
    get mostAttempts() {
      return mostAttempts;
    },
    notReady: (target) => notReady.get(target) ?? 0,
    lastBooked: (target) => lastBooked.get(target) ?? -Infinity,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
