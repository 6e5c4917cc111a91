import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { BookingPapers, PaperContent } from '../../contract/papers.ts';
import { paths } from '../../contract/paths.ts';
import { bookingFields, get, post, type SignedIn } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { create, DAY, dataOf } from '../payments/startPayments.ts';
import { issue, issued, paidBooking, refundDue } from './issuing.ts';

withFreshPayments();

const papersOf = (bookingId: string, user: SignedIn | null = server.guest) =>
  get<{ data: BookingPapers }>(server, `${paths.bookingPapers}?booking_id=${bookingId}`, user?.access);
const paper = (id: string, user: SignedIn | null = server.guest) =>
  get<{ data: { id: string; hash: string; content: PaperContent } }>(server, paths.paper(id), user?.access);

describe('the papers of a booking', () => {
  test('are none before it is paid, then being issued, then there, with what went back', async () => {
    const held = dataOf(await create(server, { start: 40, end: 41 })).notes[2].booking_id;
    expect((await papersOf(held)).body.data).toEqual({ booking_id: held, status: 'none', papers: [] });

    const paid = await paidBooking(server);
    expect((await papersOf(paid.bookingId)).body.data).toMatchObject({ status: 'being-issued', papers: [] });
    await issue(server);
    const invoice = {
      id: expect.any(String),
      kind: 'invoice',
      number: 'DM/2526/0000001',
      date: '2025-11-21',
      amount: '888.54',
      demo: true,
    };
    expect((await papersOf(paid.bookingId)).body.data).toMatchObject({ status: 'issued', papers: [invoice] });

    await refundDue(server, randomUUID(), paid, 44_427);
    expect((await papersOf(paid.bookingId)).body.data).toMatchObject({
      status: 'being-issued',
      papers: [invoice],
    });
    await issue(server);
    expect((await papersOf(paid.bookingId)).body.data).toMatchObject({
      status: 'issued',
      papers: [invoice, { kind: 'credit-note', number: 'DMC/2526/0000001', amount: '444.27' }],
    });
  });

  test('are none for a booking with points, which says why', async () => {
    const { member } = server;
    const booked = await post<{ data: { booking_id: string } }>(
      server,
      paths.book,
      bookingFields(member, 1, DAY, { start: 40, end: 42 }),
      { token: member.access },
    );
    const { booking_id } = booked.body.data;
    expect((await papersOf(booking_id, member)).body.data).toEqual({
      booking_id,
      status: 'with-points',
      papers: [],
    });
  });
});

test('a paper is shown as it was frozen', async () => {
  const { bookingId } = await paidBooking(server);
  await issue(server);
  const id = (await papersOf(bookingId)).body.data.papers[0]?.id ?? '';
  const { body } = await paper(id);
  const { content_hash: hash } = await server.database
    .selectFrom('paper')
    .select('content_hash')
    .executeTakeFirstOrThrow();
  expect(body.data).toEqual({ id, hash, content: (await issued(server.database))[0] });
});

/** A response as it came. */
async function download(path: string, user: SignedIn = server.guest) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${user.access}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a paper is given', () => {
  const issuedId = async (): Promise<string> => {
    const { bookingId } = await paidBooking(server);
    await issue(server);
    return (await papersOf(bookingId)).body.data.papers[0]?.id ?? '';
  };

  test('as a PDF that is not kept by anybody on the way', async () => {
    const { response, bytes } = await download(paths.paperPdf(await issuedId()));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="DM-2526-0000001.pdf"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('DM/2526/0000001');
  });

  test('as a page to print, in which a name is text and nothing else', async () => {
    await post(
      server,
      paths.billing,
      { company_name: `<script>alert(1)</script> & "Sons'` },
      { token: server.guest.access },
    );
    const { response, bytes } = await download(paths.paperPrint(await issuedId()));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = bytes.toString();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&#39;');
    expect(page).not.toMatch(/<script|<a |<img|https?:/);
    for (const field of ['DEMO', 'DM/2526/0000001', '997212', '₹888.54', 'Tamil Nadu (33)']) {
      expect(page).toContain(field);
    }
  });
});

describe('papers are refused', () => {
  test('to another user and to nobody', async () => {
    const { bookingId } = await paidBooking(server);
    await issue(server);
    const id = (await papersOf(bookingId)).body.data.papers[0]?.id ?? '';
    for (const path of [
      paths.paper(id),
      paths.paperPdf(id),
      paths.paperPrint(id),
      `${paths.bookingPapers}?booking_id=${bookingId}`,
    ]) {
      expect(await get(server, path, server.member.access)).toMatchObject({ status: 404 });
      expect(await get(server, path)).toMatchObject({ status: 401 });
    }
  });

  test('for what is no id of one', async () => {
    expect(await paper('1')).toMatchObject({ status: 400 });
    expect(await paper(randomUUID())).toMatchObject({ status: 404 });
    expect(await papersOf('x')).toMatchObject({ status: 400 });
    expect(await papersOf(randomUUID())).toMatchObject({ status: 404 });
  });
});
