import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { bookingFields, post, signIn, type SignedIn } from './client.ts';
import { startServer, type TestServer } from './startServer.ts';

/**
 * The operations that anybody may call, with a token or without: they show what everybody may see, or are proved by
 * something else, such as a password, the link of a letter or a signature. Every other one needs a live session.
 */
const open: ReadonlySet<string> = new Set([
  'isAlive',
  'isReady',
  'signIn',
  'refreshSession',
  'signOut',
  'register',
  'forgotPassword',
  'readLink',
  'resetPassword',
  'confirmAddress',
  'rooms',
  'blogPosts',
  'blogPost',
  'events',
  'enquire',
  'calendarFeedFile',
  'takenSlots',
  'takenSlotsOfRooms',
  'searchRooms',
  'roomWeek',
  'liveSlots',
  'seriesAtAGlance',
  'readWaitlistLink',
  'leaveWaitlistByLink',
  'paymentWebhook',
]);

/** Operations that check the session in their own statement, after the body: what they are sent. */
const bodies: Readonly<Record<string, () => Record<string, unknown>>> = {
  bookWithPoints: () => bookingFields(member, 3, '2025-11-26', { start: 20, end: 22 }),
};

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const described = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
/** What the server answers: test/api/openApi.test.ts proves that no route is missing there. */
const operations: readonly Operation[] = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId: id }]) => ({
    id,
    method: method.toUpperCase(),
    path,
  })),
);

let server: TestServer;
let member: SignedIn;

beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
});
afterAll(() => server.close());

async function statusOf({ id, method, path }: Operation): Promise<number> {
  const body = bodies[id]?.();
  const response = await fetch(server.url + path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers: {
      authorization: `Bearer ${member.access}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response.status;
}

test('an access token whose session was signed out is refused by every call that is not open to anybody', async () => {
  const refused = async () => {
    const found: string[] = [];
    for (const operation of operations) if ((await statusOf(operation)) === 401) found.push(operation.id);
    return found;
  };
  const needSession = operations.filter(({ id }) => !open.has(id)).map(({ id }) => id);
  await post(server, paths.signOut, { token: member.refresh });
  expect(await refused()).toEqual(needSession);
  const { half_points } = await server.database
    .selectFrom('app_user')
    .select('half_points')
    .where('id', '=', member.user_id)
    .executeTakeFirstOrThrow();
  expect(half_points, 'nothing was booked').toBe(40);
});
