import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { bookingFields, post, signIn, type SignedIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

/**
 * The operations that read no access token: their data is the same for everybody, or they are authorised by something else, such
 * as a password, the link of an email or a signature. Every other operation refuses a token whose session has ended, also
 * those that visitors may call without a token.
 */
const OPERATIONS_WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  'isAlive',
  'isReady',
  'signIn',
  'refreshSession',
  'signOut',
  'forgotPassword',
  'resetPassword',
  'claimAccount',
  'disown',
  'rooms',
  'blogPosts',
  'blogPost',
  'events',
  'comingEvents',
  'event',
  'policyText',
  'enquire',
  'calendarFeedFile',
  'liveSlots',
  'readWaitingListLink',
  'leaveWaitingListByLink',
  'paymentWebhook',
]);

/** Valid bodies for operations that check the session after the body. */
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
/** All operations of the server. test/api/http/openApi.test.ts proves that the document contains every route. */
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

test('an access token whose session was signed out is refused by every operation that reads it', async () => {
  const refused = async () => {
    const found: string[] = [];
    for (const operation of operations) if ((await statusOf(operation)) === 401) found.push(operation.id);
    return found;
  };
  const readToken = operations.filter(({ id }) => !OPERATIONS_WITHOUT_TOKEN.has(id)).map(({ id }) => id);
  await post(server, paths.signOut, { token: member.refresh });
  expect(await refused()).toEqual(readToken);
  const { half_points } = await server.database
    .selectFrom('app_user')
    .select('half_points')
    .where('id', '=', member.user_id)
    .executeTakeFirstOrThrow();
  expect(half_points, 'nothing was booked').toBe(40);
});
