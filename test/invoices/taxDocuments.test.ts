import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { BookingTaxDocuments, TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { paths } from '../../contract/paths.ts';
import { bookingFields, get, post, type SignedIn } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { create, DAY, dataOf } from '../payments/startPayments.ts';
import { issueDueTaxDocuments, issuedTaxDocuments, createPaidBooking, makeCreditNoteDue } from './issuing.ts';

withFreshPayments();

const fetchTaxDocumentsOf = (bookingId: string, user: SignedIn | null = server.guest) =>
  get<{ data: BookingTaxDocuments }>(
    server,
    `${paths.bookingTaxDocuments}?booking_id=${bookingId}`,
    user?.access,
  );
const fetchTaxDocument = (id: string, user: SignedIn | null = server.guest) =>
  get<{ data: { id: string; hash: string; content: TaxDocumentContent } }>(
    server,
    paths.taxDocument(id),
    user?.access,
  );

describe('the tax documents of a booking', () => {
  test('are empty before the payment, then being issued, then issued, with a credit note for a refund', async () => {
    const held = dataOf(await create(server, { start: 40, end: 41 })).notes[2].booking_id;
    expect((await fetchTaxDocumentsOf(held)).body.data).toEqual({
      booking_id: held,
      status: 'none',
      papers: [],
    });

    const paid = await createPaidBooking(server);
    expect((await fetchTaxDocumentsOf(paid.bookingId)).body.data).toMatchObject({
      status: 'being-issued',
      papers: [],
    });
    await issueDueTaxDocuments(server);
    const invoice = {
      id: expect.any(String),
      kind: 'invoice',
      number: 'DM/2526/0000001',
      date: '2025-11-21',
      amount: '888.54',
      demo: true,
    };
    expect((await fetchTaxDocumentsOf(paid.bookingId)).body.data).toMatchObject({
      status: 'issued',
      papers: [invoice],
    });

    await makeCreditNoteDue(server, randomUUID(), paid, 44_427);
    expect((await fetchTaxDocumentsOf(paid.bookingId)).body.data).toMatchObject({
      status: 'being-issued',
      papers: [invoice],
    });
    await issueDueTaxDocuments(server);
    expect((await fetchTaxDocumentsOf(paid.bookingId)).body.data).toMatchObject({
      status: 'issued',
      papers: [invoice, { kind: 'credit-note', number: 'DMC/2526/0000001', amount: '444.27' }],
    });
  });

  test('are empty for a booking with points, with the reason', async () => {
    const { member } = server;
    const booked = await post<{ data: { booking_id: string } }>(
      server,
      paths.book,
      bookingFields(member, 1, DAY, { start: 40, end: 42 }),
      { token: member.access },
    );
    const { booking_id } = booked.body.data;
    expect((await fetchTaxDocumentsOf(booking_id, member)).body.data).toEqual({
      booking_id,
      status: 'with-points',
      papers: [],
    });
  });
});

test('a tax document is returned as it was stored', async () => {
  const { bookingId } = await createPaidBooking(server);
  await issueDueTaxDocuments(server);
  const id = (await fetchTaxDocumentsOf(bookingId)).body.data.papers[0]?.id ?? '';
  const { body } = await fetchTaxDocument(id);
  const { content_hash: hash } = await server.database
    .selectFrom('paper')
    .select('content_hash')
    .executeTakeFirstOrThrow();
  expect(body.data).toEqual({ id, hash, content: (await issuedTaxDocuments(server.database))[0] });
});

async function download(path: string, user: SignedIn = server.guest) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${user.access}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a tax document is served', () => {
  const issuedId = async (): Promise<string> => {
    const { bookingId } = await createPaidBooking(server);
    await issueDueTaxDocuments(server);
    return (await fetchTaxDocumentsOf(bookingId)).body.data.papers[0]?.id ?? '';
  };

  test('as a PDF that is not cached', async () => {
    const { response, bytes } = await download(paths.taxDocumentPdf(await issuedId()));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="DM-2526-0000001.pdf"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('DM/2526/0000001');
  });

  test('as a page for printing, with escaped names', async () => {
    await post(
      server,
      paths.billing,
      { company_name: `<script>alert(1)</script> & "Sons'` },
      { token: server.guest.access },
    );
    const { response, bytes } = await download(paths.taxDocumentPrint(await issuedId()));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = bytes.toString();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&#39;');
    expect(page).not.toMatch(/<script|<a |<img|https?:/);
    for (const field of ['DEMO', 'DM/2526/0000001', '997212', '₹888.54', 'Tamil Nadu (33)']) {
      expect(page).toContain(field);
    }
  });
});

describe('tax documents are refused', () => {
  test('to another user and without a token', async () => {
    const { bookingId } = await createPaidBooking(server);
    await issueDueTaxDocuments(server);
    const id = (await fetchTaxDocumentsOf(bookingId)).body.data.papers[0]?.id ?? '';
    for (const path of [
      paths.taxDocument(id),
      paths.taxDocumentPdf(id),
      paths.taxDocumentPrint(id),
      `${paths.bookingTaxDocuments}?booking_id=${bookingId}`,
    ]) {
      expect(await get(server, path, server.member.access)).toMatchObject({ status: 404 });
      expect(await get(server, path)).toMatchObject({ status: 401 });
    }
  });

  test('for an invalid or unknown id', async () => {
    expect(await fetchTaxDocument('1')).toMatchObject({ status: 400 });
    expect(await fetchTaxDocument(randomUUID())).toMatchObject({ status: 404 });
    expect(await fetchTaxDocumentsOf('x')).toMatchObject({ status: 400 });
    expect(await fetchTaxDocumentsOf(randomUUID())).toMatchObject({ status: 404 });
  });
});
