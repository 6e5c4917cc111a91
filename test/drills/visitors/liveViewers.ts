import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../../contract/paths.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../../domain/time/openingHours.ts';
import { bookingTimes, slotCount } from '../../../domain/time/slots.ts';
import { ROOM } from '../../races/race.ts';
import type { Drill } from '../drill.ts';

const VIEWERS = 10_000;
/** A server accepts fifty live views per IP address, so that the viewers use many addresses. */
const VIEWERS_PER_ADDRESS = 25;
const CONCURRENT_CONNECTIONS = 100;
/** An event that has not arrived after this time is lost, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** This day is after all days that the load books. */
const LATER_DAYS = 172;

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

interface Viewer {
  readonly socket: Socket;
  /** By `performance.now()`; null before the event. */
  receivedAt: number | null;
}

/** Opens a live view of a day. Resolves with the start of the response. */
function watch(url: URL, day: string, n: number): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const viewer: Viewer = { socket, receivedAt: null };
    const address = Math.floor(n / VIEWERS_PER_ADDRESS);
    socket.once('error', reject);
    socket.write(
      `GET ${paths.liveSlots}?date=${day} HTTP/1.1\r\nhost: ${url.host}\r\n` +
        `x-forwarded-for: 198.18.${address >> 8}.${address & 255}\r\n\r\n`,
    );
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 80)));
      if (text.includes('HTTP/1.1 200')) resolve(viewer);
      if (text.includes(`data: ${ROOM}\n`)) viewer.receivedAt ??= performance.now();
    });
  });
}

/** Ten thousand visitors watch a day, and each of them receives an event of a booking. */
export const liveViewers: Drill = {
  name: '10,000 live viewers',
  skip: () => (process.platform === 'linux' ? null : 'memory is read from /proc'),
  prepare: () => ({ options: { env: { TRUST_PROXY: '1' } }, cleanUp: () => undefined }),
  async fail({ servers, members, firstDay }, _load, round) {
    const day = addDays(firstDay, LATER_DAYS);
    const before = servers.map(({ pid }) => memoryOf(pid));
    const viewers: Viewer[] = [];
    for (let n = 0; n < VIEWERS; n += CONCURRENT_CONNECTIONS) {
      const group = Array.from({ length: CONCURRENT_CONNECTIONS }, (_, m) => {
        const { url } = servers[(n + m) % servers.length] as { url: string };
        return watch(new URL(url), day, n + m);
      });
      viewers.push(...(await Promise.all(group)));
    }
    const after = servers.map(({ pid }) => memoryOf(pid));

    const [member] = members;
    const start = DEFAULT_OPENING.start + (round % slotCount(DEFAULT_OPENING));
    const bookingStart = performance.now();
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
    while (viewers.some(({ receivedAt }) => receivedAt === null) && performance.now() - booked < TIMEOUT_MS)
      await delay(20);
    const times = viewers.flatMap(({ receivedAt }) => receivedAt ?? []).toSorted((a, b) => a - b);
    viewers.forEach(({ socket }) => socket.destroy());
    const medianSeconds = ((times[Math.floor(times.length / 2)] ?? bookingStart) - bookingStart) / 1000;
    const maxSeconds = ((times.at(-1) ?? bookingStart) - bookingStart) / 1000;
    const kilobytesPerViewer = after.map(
      (megabytes, n) => ((megabytes - (before[n] ?? 0)) * 1024 * servers.length) / VIEWERS,
    );
    console.log(
      `  round ${round + 1}: ${times.length} of ${VIEWERS} viewers received the booking, half after ${medianSeconds.toFixed(1)} s, ` +
        `all after ${maxSeconds.toFixed(1)} s; ${kilobytesPerViewer.map((kilobytes) => kilobytes.toFixed(0)).join(' and ')} kB a viewer`,
    );
    return [
      ...(response.status === 200 ? [] : [`the booking got the status ${response.status}`]),
      ...(times.length === VIEWERS ? [] : [`${VIEWERS - times.length} viewers did not receive the booking`]),
    ];
  },
};
