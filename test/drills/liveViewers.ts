import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import { ROOM } from '../races/contest.ts';
import type { Drill } from './drill.ts';

const VIEWERS = 10_000;
/** A server gives an address fifty; here each comes from another. */
const PER_ADDRESS = 25;
/** How many connect at a time. */
const AT_ONCE = 100;
/** An event that has not come after this long does not come, in milliseconds. */
const GIVEN_UP_MS = 60_000;
/** After the days that the load books. */
const LATER_DAYS = 172;

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

interface Viewer {
  readonly socket: Socket;
  /** When it was shown the change, by `performance.now()`; null before. */
  shown: number | null;
}

/** Opens a live view of a day; resolves when the server has begun to answer. */
function watch(url: URL, day: string, n: number): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const viewer: Viewer = { socket, shown: null };
    const address = Math.floor(n / PER_ADDRESS);
    socket.once('error', reject);
    socket.write(
      `GET ${paths.liveSlots}?date=${day} HTTP/1.1\r\nhost: ${url.host}\r\n` +
        `x-forwarded-for: 198.18.${address >> 8}.${address & 255}\r\n\r\n`,
    );
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 80)));
      if (text.includes('HTTP/1.1 200')) resolve(viewer);
      if (text.includes(`data: ${ROOM}\n`)) viewer.shown ??= performance.now();
    });
  });
}

/** Ten thousand visitors watch a day; a booking of it is shown to each of them. */
export const liveViewers: Drill = {
  name: '10,000 live viewers',
  skip: () => (process.platform === 'linux' ? null : 'memory is read from /proc'),
  prepare: () => ({ options: { env: { TRUST_PROXY: '1' } }, done: () => undefined }),
  async trouble({ servers, members, firstDay }, _load, round) {
    const day = addDays(firstDay, LATER_DAYS);
    const before = servers.map(({ pid }) => memoryOf(pid));
    const viewers: Viewer[] = [];
    for (let n = 0; n < VIEWERS; n += AT_ONCE) {
      const group = Array.from({ length: AT_ONCE }, (_, m) => {
        const { url } = servers[(n + m) % servers.length] as { url: string };
        return watch(new URL(url), day, n + m);
      });
      viewers.push(...(await Promise.all(group)));
    }
    const after = servers.map(({ pid }) => memoryOf(pid));

    const [member] = members;
    const start = DEFAULT_OPENING.start + (round % slotCount(DEFAULT_OPENING));
    const began = performance.now();
    const response = await fetch(servers[0]?.url + paths.book, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${member?.token}` },
      body: JSON.stringify({
        mid: ROOM,
        uid: member?.id,
        bdate: day,
        ...bookingTimes({ start, end: start + 1 }),
      }),
    });
    const booked = performance.now();
    while (viewers.some(({ shown }) => shown === null) && performance.now() - booked < GIVEN_UP_MS)
      await delay(20);
    const times = viewers.flatMap(({ shown }) => shown ?? []).toSorted((a, b) => a - b);
    viewers.forEach(({ socket }) => socket.destroy());
    const after50 = ((times[Math.floor(times.length / 2)] ?? began) - began) / 1000;
    const last = ((times.at(-1) ?? began) - began) / 1000;
    const each = after.map(
      (megabytes, n) => ((megabytes - (before[n] ?? 0)) * 1024 * servers.length) / VIEWERS,
    );
    console.log(
      `  round ${round + 1}: ${times.length} of ${VIEWERS} viewers were shown the booking, half after ${after50.toFixed(1)} s, ` +
        `all after ${last.toFixed(1)} s; ${each.map((kilobytes) => kilobytes.toFixed(0)).join(' and ')} kB a viewer`,
    );
    return [
      ...(response.status === 200 ? [] : [`the booking was answered with ${response.status}`]),
      ...(times.length === VIEWERS ? [] : [`${VIEWERS - times.length} viewers were not shown the booking`]),
    ];
  },
};
