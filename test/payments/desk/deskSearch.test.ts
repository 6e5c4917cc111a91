import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import document from '../../../contract/openapi.json';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { PeopleResponse } from '../../../contract/desk/people.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { bookByCard, bookByPoints } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* The one search of the desk: people, bookings, invoices. */

withFreshPayments();
let desk: SignedIn;
let owner: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

const search = async (text: string) => {
  const path = `${deskPaths.people}?search=${encodeURIComponent(text)}`;
  const { status, body } = await get<PeopleResponse>(server, path, desk.access);
  expect(status).toBe(200);
  return body;
};
const addresses = async (text: string) => (await search(text)).data.map(({ email }) => email);
const bookings = async (text: string) => (await search(text)).bookings?.map(({ id }) => id);

describe('a person is found', () => {
  const set = (fields: Record<string, string | null>) =>
    server.database.updateTable('app_user').set(fields).where('email', '=', 'guest@example.com').execute();

  test.each([
    ['Venkataraman Lakshmi', 'the name in another order'],
    ['laks venk', 'the beginnings of the names'],
    ['98400 77777', 'the phone number in groups'],
    ['098400-77777', 'the phone number with a leading zero'],
    ['+91 98400 77777', 'the international phone number'],
    ['०९८४०० ७७७७७', 'the phone number in Devanagari'],
    ['77777', 'the end of the phone number'],
    ['Chola Textiles', 'the company'],
    ['guest@EXAMPLE.com', 'the address'],
    ['Lakshmi 98400', 'a name and a part of the number'],
  ])('by %s: %s', async (text) => {
    await set({
      first_name: 'Lakshmi',
      last_name: 'Venkataraman',
      phone: '+919840077777',
      company_name: 'The Chola Textiles, Ltd.',
    });
    expect(await addresses(text)).toEqual(['guest@example.com']);
  });

  test('by a name in its own alphabet', async () => {
    await set({ first_name: 'லட்சுமி', last_name: 'வெங்கட்ராமன்' });
    expect(await addresses('வெங்கட்ராமன் லட்சுமி')).toEqual(['guest@example.com']);
    await set({ first_name: 'Анна', last_name: 'Каренина' });
    expect(await addresses('карен')).toEqual(['guest@example.com']);
    expect(await addresses('АННА')).toEqual(['guest@example.com']);
  });

  test.each(['%', '_', "'", '\\', ':*', '&', 'x'.repeat(200), 'க'.repeat(200)])(
    'and nobody by %j',
    async (text) => {
      expect(await search(text)).toEqual({ data: [], more: false, bookings: [], papers: [] });
    },
  );
});

test('a text that is too long is refused in words', async () => {
  const { status, body } = await get<{ error: { fields: object } }>(
    server,
    `${deskPaths.people}?search=${'x'.repeat(201)}`,
    desk.access,
  );
  expect([status, body.error.fields]).toEqual([400, { search: 'must be at most 200 characters' }]);
});

test('a booking is found by its reference, with or without LR, and by its halves', async () => {
  const id = await bookByPoints(server, DAY);
  const reference = bookingReference(id);
  for (const text of [
    reference,
    reference.toLowerCase(),
    reference.slice(3),
    reference.slice(3).replace('-', ''),
    reference.slice(0, 8),
    reference.slice(8),
  ]) {
    expect(await bookings(text), text).toContain(id);
  }
  expect((await search(reference)).bookings).toEqual([
    expect.objectContaining({
      id,
      reference,
      customer: 'Meera Raman',
      user_id: server.member.user_id,
      status: 'confirmed',
    }),
  ]);
});

test('a booking is found by its payment, and an invoice by its number', async () => {
  const { id, paymentId, created } = await bookByCard(server, DAY);
  await issueDueTaxDocuments(server);
  expect(await bookings(paymentId)).toEqual([id]);
  expect(await bookings(created.id)).toEqual([id]);
  const { number } = await server.database.selectFrom('paper').select('number').executeTakeFirstOrThrow();
  const [series, year, sequence] = number.split('/');
  for (const text of [
    number,
    number.toLowerCase(),
    `${series}/${year}/${Number(sequence)}`,
    sequence ?? '',
  ]) {
    expect((await search(text)).papers, text).toEqual([
      expect.objectContaining({ number, kind: 'invoice', user_id: server.guest.user_id }),
    ]);
  }
});

test('a sale is found by the reference of its UPI transfer', async () => {
  const { booking_id: id } = dataOf(
    await post<{ data: { booking_id: string } }>(
      server,
      deskPaths.sell,
      {
        email: 'guest@example.com',
        mid: ROOM,
        bdate: DAY,
        ...bookingTimes({ start: 20, end: 22 }),
        method: 'upi',
        amount: '592.36',
        reference: '532715204418',
      },
      { token: desk.access },
    ),
  );
  expect(await bookings('532715204418')).toEqual([id]);
});

test.each([
  [
    'app_user_words',
    `select id from app_user where closed_at is null
      and account_words(first_name, last_name, company_name, email, phone) @@ 'meera:*'::tsquery`,
  ],
  [
    'booking_reference_end',
    `select id from booking where moves_booking_id is null and substr(id::text, 5, 4) between '09b0' and '09bf'`,
  ],
  [
    'billing_details_words',
    `select user_id from billing_details where search_words(name || ' ' || coalesce(gstin, '')) @@ 'chola:*'::tsquery`,
  ],
])('the index %s serves the search', async (index, statement) => {
  const plan = await server.database.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return (await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`.execute(tx)).rows;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: {
    readonly type?: string;
    readonly enum?: unknown;
    readonly format?: string;
    readonly pattern?: string;
  };
}
/** Every parameter of the desk's lists that takes any text. */
const freeTexts = Object.entries(
  document.paths as unknown as Record<
    string,
    { readonly get?: { readonly parameters?: readonly Parameter[] } }
  >,
).flatMap(([path, { get: operation }]) =>
  path.startsWith('/api/desk/')
    ? (operation?.parameters ?? [])
        .filter(
          ({ in: place, schema }) =>
            place === 'query' &&
            schema.type === 'string' &&
            [schema.enum, schema.format, schema.pattern].every((limit) => limit === undefined),
        )
        .map(({ name }) => `${path}?${name}=`)
    : [],
);

test('the desk searches by free text here', () => {
  expect(freeTexts.toSorted()).toEqual([
    `${deskPaths.audit}?by=`,
    `${deskPaths.audit}?subject_id=`,
    `${deskPaths.saleDates}?ctime=`,
    `${deskPaths.saleDates}?etime=`,
    `${deskPaths.saleDates}?stime=`,
    `${deskPaths.taxDocuments}?month=`,
    `${deskPaths.taxDocuments}?search=`,
    `${deskPaths.monthArchive}?month=`,
    `${deskPaths.monthDocument}?month=`,
    `${deskPaths.people}?search=`,
  ]);
});

describe.each(freeTexts)('%s', (path) => {
  test.each([
    ['%', 'a wildcard'],
    ['_', 'a wildcard of one character'],
    ['%_%', 'wildcards'],
    ['*', 'a star'],
    ["' or '1'='1", 'a condition'],
    ['\\', 'a backslash'],
    ['x'.repeat(200), 'x 200 times'],
    ['x'.repeat(5000), '5000 characters'],
    ['மீனாட்சி', 'Tamil letters'],
    ['९९९९९ ९९९९९', 'Devanagari digits'],
    ['\u0000', 'a zero byte'],
    ['a\u0000b', 'a zero byte in a text'],
    ['👩‍👩‍👧', 'a picture'],
    ['\u202Egnp.exe', 'a reversed text'],
  ])('finds nothing by %j: %s', async (text) => {
    const { status, body } = await get<{ data?: readonly unknown[] | { documents: readonly unknown[] } }>(
      server,
      path + encodeURIComponent(text),
      owner.access,
    );
    expect([200, 400]).toContain(status);
    const { data = [] } = body;
    expect('documents' in data ? data.documents : data).toEqual([]);
  });
});
