import { Agent, request as send } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/time/slots.ts';
import type { Racer } from '../races/race.ts';
import { buildIfStale } from '../../scripts/build.mjs';
import { checkBookings } from './visitors/checkBookings.ts';
import type { AcknowledgedBooking } from './visitors/load.ts';
import { proxyKinds, startProxy, type ProxyKind } from './network/proxies.ts';
import { POINTS, startTestbed, type Testbed } from './testbed.ts';

/*
 * `npm run rehearse:restarts`: two servers behind Caddy, then behind nginx, with the configurations of deploy/, are restarted in
 * turn while visitors send 2,000 POST requests: half of them book with points, half ask for the taken slots. Exits with 1 when one
 * request gets no proper response. `-- 500` sends 500.
 */

const REQUESTS = Number(process.argv[3] ?? 2_000);
/** Between two requests of a visitor, so that the requests last for several restarts. */
const PAUSE_MS = 180;
const SLOTS = slotCount(DEFAULT_OPENING);
/** The demo has bookings on the first days. */
const FIRST_DAY_OFFSET = 35;
const DAYS = 120;

interface Outcome {
  readonly sent: number;
  readonly restarts: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
}

interface Post {
  readonly path: string;
  readonly body: object;
  readonly token: string;
}

/** Through a proxy. The status is 0 without a response. */
async function post(agent: Agent, url: string, { path, body, token }: Post): Promise<[number, string]> {
  const content = JSON.stringify(body);
  return new Promise((resolve) => {
    const request = send(url + path, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
        authorization: `Bearer ${token}`,
      },
    });
    request.once('response', (response) => {
      text(response).then(
        (answer) => resolve([response.statusCode ?? 0, answer]),
        (error: unknown) => resolve([0, String(error)]),
      );
    });
    request.once('error', (error) => resolve([0, String(error)]));
    request.end(content);
  });
}

async function rehearse(
  kind: ProxyKind,
  { servers, members, pricedRooms, firstDay, open }: Testbed,
): Promise<Outcome> {
  const proxy = await startProxy(
    kind,
    servers.map(({ url }) => new URL(url).host),
  );
  // A visitor's browser keeps its connection to the proxy, whose certificate is its own here.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const acknowledged: AcknowledgedBooking[] = [];
  const lost: string[] = [];
  let sent = 0;
  let restarts = 0;

  const bookingOf = (member: Racer, n: number): AcknowledgedBooking => ({
    id: '',
    userId: member.id,
    roomId: pricedRooms[Math.floor(n / SLOTS / DAYS) % pricedRooms.length]?.id ?? 0,
    day: addDays(firstDay, FIRST_DAY_OFFSET + (Math.floor(n / SLOTS) % DAYS)),
    slot: DEFAULT_OPENING.start + (n % SLOTS),
  });
  async function visitor(member: Racer): Promise<void> {
    while (sent < REQUESTS) {
      sent += 1;
      const wanted = bookingOf(member, Math.floor(sent / 2) + (kind.name === 'nginx' ? REQUESTS : 0));
      const isBooking = sent % 2 === 0;
      const { roomId, day, slot, userId } = wanted;
      const booking = {
        mid: roomId,
        uid: userId,
        bdate: day,
        ...bookingTimes({ start: slot, end: slot + 1 }),
      };
      const [status, answer] = await post(agent, proxy.url, {
        path: isBooking ? paths.book : paths.takenSlots,
        body: isBooking ? booking : { date: day, id: roomId },
        token: member.token,
      });
      if (status !== 200)
        lost.push(`${isBooking ? 'booking' : 'taken slots'}: ${status} ${answer.slice(0, 200)}`);
      else if (isBooking) {
        const { data } = JSON.parse(answer) as { data: { booking_id: string } };
        acknowledged.push({ ...wanted, id: data.booking_id });
      }
      await delay(PAUSE_MS);
    }
  }
  const isDone = () => sent >= REQUESTS;
  async function restartInTurn(): Promise<void> {
    while (!isDone()) {
      const server = servers[restarts % servers.length];
      await server?.stop();
      await server?.start();
      restarts += 1;
      // The proxy has to notice that the server is back before the other one stops.
      await delay(5_000);
    }
  }
  await Promise.all([restartInTurn(), ...members.map(visitor)]);
  agent.destroy();
  await proxy.stop();
  const check = await checkBookings(open.database, acknowledged, POINTS);
  for (const [name, count] of Object.entries(check)) if (count > 0) lost.push(`${name}: ${count}`);
  return { sent, restarts, acknowledged: acknowledged.length, lost };
}

buildIfStale();
const testbed = await startTestbed({ built: true, env: { DRAIN_SECONDS: '5' } });
let problems = 0;
try {
  for (const kind of proxyKinds) {
    const { sent, restarts, acknowledged, lost } = await rehearse(kind, testbed);
    console.log(
      `${kind.name}: ${sent} POST requests during ${restarts} restarts, ${acknowledged} bookings, ${lost.length} lost`,
    );
    for (const line of lost.slice(0, 5)) console.log(`  ${line}`);
    problems += lost.length + (restarts === 0 ? 1 : 0);
  }
} catch (error) {
  problems += 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await testbed.close();
}
process.exit(problems === 0 ? 0 : 1);
