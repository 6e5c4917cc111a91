import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import type { Contender } from '../races/contest.ts';

/** Longer than this, and a request hangs, in milliseconds. */
const HUNG_MS = 10_000;
/** Between the calls of one visitor, in milliseconds. */
const PAUSE_MS = 20;
/** Days after the first that are booked. */
const DAYS = 170;
const SLOTS = slotCount(DEFAULT_OPENING);

/** A server that the load is on; its URL changes when it is started again. */
export interface Target {
  url: string;
}

/** A booking that was confirmed to a visitor. */
export interface Acknowledged {
  readonly id: string;
  readonly userId: string;
  readonly roomId: number;
  readonly day: string;
  readonly slot: number;
}

/** How the calls of a load went. */
export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Requests without an answer after ten seconds. */
  readonly hung: number;
  /** How many answers there were of each status; 0: the connection failed. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers that nobody should get, in words. */
  readonly unexpected: readonly string[];
  /** The statuses of the calls of the booking that took most, because those before had no answer (0) or a 502 or 503. */
  readonly mostAttempts: readonly number[];
  /** How often a server said by `/readyz` that it is not ready. */
  readonly notReady: (target: Target) => number;
  /** When a server last acknowledged a booking that was asked for after the one before, by `performance.now()`. */
  readonly lastBooked: (target: Target) => number;
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly targets: readonly Target[];
  readonly members: readonly Contender[];
  readonly rooms: readonly number[];
  readonly firstDay: string;
}

/**
 * Visitors who book with points, two after each same slot, look at availability, and a load balancer that asks for
 * readiness, until stopped. Who gets no answer, or a 502 of a proxy or a 503, asks for the same again, elsewhere.
 */
export function startLoad({ targets, members, rooms, firstDay }: LoadOptions): Load {
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<number, number>();
  const unexpected: string[] = [];
  const notReady = new Map<Target, number>();
  const lastBooked = new Map<Target, number>();
  let hung = 0;
  let mostAttempts: readonly number[] = [];
  const over = new AbortController();

  /** The status of an answer and its body; 0 without one. */
  async function call(
    target: Target,
    path: string,
    init: RequestInit,
    expected: readonly number[],
  ): Promise<{ status: number; body: unknown }> {
    const answer = { status: 0, body: null as unknown };
    try {
      const response = await fetch(target.url + path, { ...init, signal: AbortSignal.timeout(HUNG_MS) });
      answer.body = await response.json();
      answer.status = response.status;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        hung += 1;
        unexpected.push(`${path} hangs`);
      }
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status !== 0 && !expected.includes(answer.status)) {
      unexpected.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  const postOf = (body: object, token?: string): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });

  /** Asks for one slot until it is this member's or another's. */
  async function book(member: Contender, roomId: number, day: string, slot: number, first: number) {
    const body = { mid: roomId, uid: member.id, bdate: day, ...bookingTimes({ start: slot, end: slot + 1 }) };
    const answered: number[] = [];
    for (let attempt = first; !over.signal.aborted; attempt += 1) {
      const target = targets[attempt % targets.length] as Target;
      const answer = await call(target, paths.book, postOf(body, member.token), [200, 409, 502, 503]);
      if (answer.status === 200) {
        const { booking_id: id } = (answer.body as { data: { booking_id: string } }).data;
        acknowledged.push({ id, userId: member.id, roomId, day, slot });
        lastBooked.set(target, performance.now());
      }
      answered.push(answer.status);
      if (answered.length > mostAttempts.length) mostAttempts = answered;
      if (answer.status !== 0 && answer.status !== 502 && answer.status !== 503) return;
      await delay(5 * PAUSE_MS);
    }
  }

  async function visitor(member: Contender, n: number): Promise<void> {
    const pair = Math.floor(n / 2);
    const pairs = Math.ceil(members.length / 2);
    const own = rooms.filter((_, index) => index % pairs === pair);
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const slot = DEFAULT_OPENING.start + (turn % SLOTS);
      const day = addDays(firstDay, Math.floor(turn / SLOTS) % DAYS);
      const room = own[Math.floor(turn / SLOTS / DAYS) % own.length] as number;
      await book(member, room, day, slot, n + turn);
      await delay(PAUSE_MS);
    }
  }

  async function onlooker(n: number): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const body = { date: addDays(firstDay, turn % DAYS), ids: rooms.slice(0, 9) };
      const target = targets[(n + turn) % targets.length] as Target;
      await call(target, paths.takenSlotsOfRooms, postOf(body), [200, 502, 503]);
      await delay(PAUSE_MS);
    }
  }

  async function balancer(target: Target): Promise<void> {
    while (!over.signal.aborted) {
      const { status } = await call(target, '/readyz', {}, [200, 502, 503]);
      if (status === 503) notReady.set(target, (notReady.get(target) ?? 0) + 1);
      await delay(10 * PAUSE_MS);
    }
  }

  const work = Promise.all([
    ...members.map(visitor),
    ...[0, 1, 2, 3].map(onlooker),
    ...targets.map(balancer),
  ]);
  return {
    acknowledged,
    statuses,
    unexpected,
    get hung() {
      return hung;
    },
    get mostAttempts() {
      return mostAttempts;
    },
    notReady: (target) => notReady.get(target) ?? 0,
    lastBooked: (target) => lastBooked.get(target) ?? -Infinity,
    async stop() {
      over.abort();
      await work;
    },
  };
}
