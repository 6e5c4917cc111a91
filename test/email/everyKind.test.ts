import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { placeholderAddress } from '../../domain/account/accountIdentity.ts';
import { builtBusiness } from '../../domain/content/business.ts';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeEmail, type ComposeDeps, type StoredEmail } from '../../server/email/compose.ts';
import type { LinkPurpose } from '../../server/platform/database/schema.ts';
import type { EmailKind, EmailPayloads } from '../../server/platform/database/emailPayloads.ts';
import { MORNING } from '../payments/startPayments.ts';
import { bookingFields, post, signIn, type SignedIn } from '../api/client.ts';
import { START, startServer, type TestServer } from '../api/startServer.ts';
import { paths } from '../../contract/paths.ts';
import { sampleInvoice } from '../invoices/sample.ts';

const PAYMENT = 'pay_abcdefghij0001';

/** For the emails that have a link. */
const linkIds = { confirm: randomUUID(), one: randomUUID(), two: randomUUID(), invitation: randomUUID() };
const linkPurposes: Readonly<Partial<Record<string, LinkPurpose>>> = {
  confirm: 'confirm-address',
  invitation: 'staff-invitation',
};

let server: TestServer;
let member: SignedIn;
let correctedId: string;
let bookingId: string;
let purchaseId: string;
let heldId: string;
/** The row of longer times of the booking. */
let longerId: string;
/** Ids of two waiting list entries of the member in these states. */
let offered: string;
let informed: string;
beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
  for (const [name, id] of Object.entries(linkIds)) {
    await server.database
      .insertInto('account_link')
      .values({
        purpose: linkPurposes[name] ?? 'reset',
        subject: name === 'invitation' ? 'asha@example.com' : name,
        id,
        token_hash: name,
        user_id: member.user_id,
        email: 'member@example.com',
        expires_at: new Date(START + 3_600_000),
        window_ends_at: new Date(START + 3_600_000),
      })
      .execute();
  }
  const owner = await signIn(server, 'owner');
  await server.database
    .insertInto('staff_invitation')
    .values({
      email: 'asha@example.com',
      role: 'manager',
      invited_by: owner.user_id,
      sent_at: new Date(START),
    })
    .execute();
  const fields = bookingFields(member, 2, '2025-11-25', MORNING);
  const { body } = await post<{ data: { booking_id: string } }>(server, paths.book, fields, {
    token: member.access,
  });
  bookingId = body.data.booking_id;
  const bought = await server.database
    .insertInto('point_purchase')
    .values({
      user_id: member.user_id,
      half_points: 20,
      amount_paise: 708_000,
      created_at: new Date(START),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  purchaseId = bought.id;
  const held = await server.database
    .insertInto('booking')
    .values({
      user_id: member.user_id,
      room_id: 2,
      day: '2025-11-26',
      start_slot: 20,
      end_slot: 22,
      status: 'held',
      paid_with: 'card',
      total_paise: 59_236,
      hold_expires_at: new Date(START + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  heldId = held.id;
  const longer = await server.database
    .insertInto('booking')
    .values({
      user_id: member.user_id,
      room_id: 2,
      day: '2025-11-25',
      start_slot: MORNING.start,
      end_slot: MORNING.end + 1,
      status: 'moving',
      paid_with: 'card',
      total_paise: 29_618,
      hold_expires_at: new Date(START + 3_600_000),
      moves_booking_id: bookingId,
      moves_sequence: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  longerId = longer.id;
  const order_id = 'plink_A1b2C3d4E5f6G7';
  for (const [id, booking_id] of [
    [order_id, heldId],
    ['plink_A1b2C3d4E5f6G8', longerId],
  ] as const) {
    await server.database
      .insertInto('payment_order')
      .values({ order_id: id, booking_id, amount_paise: 59_236, status: 'created' })
      .execute();
    await server.database
      .insertInto('payment_link')
      .values({ order_id: id, short_url: `${ORIGIN}/pay`, expires_at: new Date(START + 3_600_000) })
      .execute();
  }
  await server.database
    .insertInto('payment')
    .values({ payment_id: PAYMENT, order_id, amount_paise: 59_236, status: 'created' })
    .execute();
  const invoiceId = await insertTaxDocument('invoice', 'LR');
  await insertTaxDocument('credit-note', 'LC', invoiceId);
  correctedId = await insertTaxDocument('corrected-invoice', 'LX');
  await insertTaxDocument('corrected-invoice', 'LM', null, {
    supply: { sac: '997212', of: 'account', company_id: '1', month: '2025-11', due: '2025-12-31', dates: [] },
  });
  [offered, informed] = await insertWaitingListEntries('offered', 'informed');
  const enquiry = { name: 'Asha', email: 'asha@example.com', phone: '1', enquire_for: 'A room' };
  await post(server, paths.enquire, enquiry);
  await server.database
    .insertInto('enquiry_entry')
    .values({
      enquiry_id: 1,
      at: new Date(START),
      staff_id: member.user_id,
      staff_name: 'Divya Raman',
      kind: 'reply',
      text: 'We have a room for forty people.\nCome and see it.',
    })
    .execute();
});
afterAll(() => server.close());

/** Inserts the first tax document of a series, about the booking, and returns its id. */
async function insertTaxDocument(
  kind: 'invoice' | 'credit-note' | 'corrected-invoice',
  series: string,
  invoiceId: string | null = null,
  more: Partial<TaxDocumentContent> = {},
): Promise<string> {
  const replaces = { number: 'LR/2526/0000001', date: '2025-11-21', credit_note: 'LC/2526/0000001' };
  const content = JSON.stringify(
    sampleInvoice({ ...(kind === 'corrected-invoice' && { replaces }), ...more }),
  );
  const due = await server.database
    .insertInto('paper_due')
    .values({
      kind,
      booking_id: bookingId,
      payment_id: PAYMENT,
      refund_id: kind === 'credit-note' ? randomUUID() : null,
      amount_paise: 88_500,
      facts: '{}',
      caused_at: new Date(START),
      next_try_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await server.database
    .insertInto('paper')
    .values({
      due_id: due.id,
      kind: kind === 'credit-note' ? kind : 'invoice',
      is_demo: false,
      number: `${series}/2526/0000001`,
      series,
      financial_year: '2526',
      sequence: 1,
      issued_on: '2025-11-21',
      booking_id: bookingId,
      user_id: member.user_id,
      invoice_id: invoiceId,
      buyer_gstin: null,
      taxable_paise: 75_000,
      cgst_paise: 6_750,
      sgst_paise: 6_750,
      total_paise: 88_500,
      content,
      content_hash: createHash('sha256').update(content).digest('hex'),
      created_at: new Date(START),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const insertWaitingListEntries = async (
  ...states: readonly ['offered', 'informed']
): Promise<[string, string]> => {
  const rows = await server.database
    .insertInto('waitlist_entry')
    .values(
      states.map((state, n) => ({
        user_id: member.user_id,
        room_id: 3 + n,
        day: '2025-11-25',
        start_slot: 20,
        end_slot: 24,
        state,
        token_hash: state,
        letters: 1 + n,
        offered_until: new Date(START + 1_800_000),
        queued_at: new Date(START),
        next_try_at: new Date(START),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id) as [string, string];
};

const ORIGIN = 'https://litrooms.test';
const deps = (): ComposeDeps => ({
  database: server.database,
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  businessAddress: 'desk@litrooms.test',
  business: builtBusiness,
  carriesUtf8: false,
  origin: ORIGIN,
  linkSecret: 'a-secret-of-the-tests',
  attachments: {},
});

/** A payload of each kind, about the member's booking. emails.test.ts covers refunds, which need a payment. */
const payloads = (): Omit<EmailPayloads, 'paid-late' | 'refunded'> => {
  const version = { booking_id: bookingId, sequence: 0 };
  return {
    welcome: {},
    'already-registered': {},
    'confirm-address': { request_id: linkIds.confirm },
    reset: { request_id: linkIds.one },
    'staff-invitation': { request_id: linkIds.invitation },
    'password-changed': {},
    'address-changed': {},
    enquiry: { enquiry_id: 1 },
    'enquiry-received': { enquiry_id: 1 },
    'enquiry-reply': { entry_id: 1 },
    booked: version,
    moved: { ...version, refund_paise: 12_300 },
    cancelled: version,
    invitation: version,
    'invitation-ended': { booking_id: bookingId },
    'reminder-day': version,
    'reminder-hour': version,
    invoice: { booking_id: bookingId, number: 'LR/2526/0000001' },
    'credit-note': { booking_id: bookingId, number: 'LC/2526/0000001' },
    'invoice-corrected': { invoice_id: correctedId },
    'company-document': { number: 'LM/2526/0000001' },
    'payment-link': { booking_id: heldId },
    'extension-link': { booking_id: longerId },
    'points-bought': { purchase_id: purchaseId, number: 'LR/2526/0000002' },
    'waitlist-offer': { entry_id: offered, letter: 1 },
    'waitlist-free': { entry_id: informed, letter: 2 },
  };
};

const toAddress: ReadonlySet<EmailKind> = new Set([
  'staff-invitation',
  'enquiry-received',
  'enquiry-reply',
  'invitation-ended',
  'company-document',
]);

const emailOf = (kind: EmailKind, payload: object): StoredEmail => ({
  dedupe_key: `${kind}:1`,
  kind,
  user_id: kind === 'enquiry' || toAddress.has(kind) ? null : member.user_id,
  to_name: null,
  to_address: toAddress.has(kind) ? 'asha@example.com' : null,
  payload,
  attachments: [],
  state: 'due',
  due_at: new Date(START),
  until: null,
  attempts: 1,
  message_id: null,
  problem: null,
  created_at: new Date(START),
  sent_at: null,
});

test('every kind of email names the business that an owner has entered, and nothing of the demo', async () => {
  const { year: _year, ...built } = builtBusiness;
  const business = {
    ...built,
    name: 'Adyar Rooms LLP',
    address: '4, Lattice Bridge Road, Adyar',
    gstin: '33AAACH7409R1Z8',
    phone: '+91 44 2441 5000',
    email: 'desk@adyarrooms.example',
  };
  await server.database
    .insertInto('business')
    .values({ ...business, id: 1, version: 1, social: JSON.stringify(business.social) })
    .execute();
  for (const [kind, payload] of Object.entries(payloads())) {
    const message = await composeEmail(deps(), emailOf(kind as EmailKind, payload), START);
    if (typeof message === 'string') throw new Error(`${kind}: ${message}`);
    const calendar =
      message.invitation?.content.replaceAll('\r\n ', '') ?? `${business.name}\\, ${business.phone}`;
    const shown = `${message.text}${message.html.replaceAll('\u{A0}', ' ')}`;
    for (const detail of [business.name, business.address, business.phone, business.email])
      expect(shown, kind).toContain(detail);
    for (const detail of [built.name, built.address, built.phone, built.email])
      expect(`${shown}${calendar}`, kind).not.toContain(detail);
    expect(calendar, kind).toContain(`${business.name}\\, ${business.phone}`);
  }
  await server.database.deleteFrom('business').execute();
});

test('no kind of email is sent to a customer who has only a phone number', async () => {
  const id = randomUUID();
  await server.database
    .insertInto('app_user')
    .values({
      id,
      email: placeholderAddress(id),
      made_by: 'desk',
      first_name: 'Kavya',
      phone: '+919840012399',
      password_hash: '-',
    })
    .execute();
  const kinds: Record<EmailKind, object> = { ...payloads(), 'paid-late': {}, refunded: {} };
  for (const [kind, payload] of Object.entries(kinds)) {
    const email = { ...emailOf(kind as EmailKind, payload), user_id: id, to_address: null };
    expect(await composeEmail(deps(), email, START), kind).toBe('no-recipient');
  }
});

const words = (value: string): string[] => value.split(/[^\p{L}\p{N}₹]+/u).filter((word) => word.length > 2);

test('every kind of email has a one-line subject, HTML without external content, and the same words as plain text', async () => {
  for (const [kind, payload] of Object.entries(payloads())) {
    const message = await composeEmail(deps(), emailOf(kind as EmailKind, payload), START);
    if (typeof message === 'string') throw new Error(`${kind}: ${message}`);
    const { subject, html, text, to } = message;
    expect(subject, kind).toMatch(/^[^\p{Cc}]{5,120}$/u);
    expect(to.address, kind).toMatch(/@/);
    expect(html, kind).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html, kind).not.toMatch(/<(?:script|img|link|iframe|form)\b|url\(|undefined|\[object|\bNaN\b/i);
    expect(text, kind).not.toMatch(/undefined|\[object|\bNaN\b|<\w/);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    // Only the map is elsewhere.
    const mapSearch = 'https://www.google.com/maps/search/?api=1&query=';
    expect(
      links.filter((href) => !href.startsWith(`${ORIGIN}/`) && !href.startsWith(mapSearch)),
      kind,
    ).toEqual([]);
    for (const href of links) expect(text, kind).toContain(href);

    const shown = html
      .replace(/<style>[\s\S]*?<\/style>/, ' ')
      .replace(/href="([^"]*)"/g, '>$1<')
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    const inHtml = new Set(words(shown));
    const inText = new Set(
      words(`${subject} ${text} ${message.html.match(/overflow:hidden;">([^<]*)/)?.[1] ?? ''}`),
    );
    expect(
      words(text).filter((word) => !inHtml.has(word)),
      kind,
    ).toEqual([]);
    expect(
      [...inHtml].filter((word) => !inText.has(word)),
      kind,
    ).toEqual([]);
    expect(
      Math.max(...text.split('\n').map((line) => (line.includes('http') ? 0 : line.length))),
      kind,
    ).toBeLessThan(100);
  }
});

test('a link has only the token of its email, in the fragment', async () => {
  const reset = await composeEmail(deps(), emailOf('reset', { request_id: linkIds.one }), START);
  const other = await composeEmail(deps(), emailOf('reset', { request_id: linkIds.two }), START);
  const link = (message: typeof reset): string =>
    typeof message === 'string' ? '' : (/\S+\/reset-password\S+/.exec(message.text)?.[0] ?? '');
  expect(link(reset)).toMatch(/^https:\/\/litrooms\.test\/reset-password#[\w-]{43}$/);
  expect(link(other)).not.toBe(link(reset));
});

test('an email about the waiting list is stale when its entry has changed since', async () => {
  const offer = emailOf('waitlist-offer', { entry_id: offered, letter: 1 });
  const message = await composeEmail(deps(), offer, START);
  expect(typeof message === 'string' ? message : message.text).toMatch(
    /held for you until 10:40 AM[\s\S]*https:\/\/litrooms\.test\/waiting-list#[\w-]{43}\n/,
  );
  expect(await composeEmail(deps(), offer, START + 1_800_000)).toBe('stale');
  expect(await composeEmail(deps(), emailOf('waitlist-offer', { entry_id: offered, letter: 0 }), START)).toBe(
    'stale',
  );
  expect(
    await composeEmail(deps(), emailOf('waitlist-offer', { entry_id: informed, letter: 2 }), START),
  ).toBe('stale');
  expect(await composeEmail(deps(), emailOf('waitlist-free', { entry_id: offered, letter: 1 }), START)).toBe(
    'stale',
  );
});

test('an email whose subject or recipient does not exist any more is not composed', async () => {
  const missing = { booking_id: '6f1c0f0e-0000-4000-8000-000000000001', sequence: 0 };
  for (const kind of ['booked', 'moved', 'cancelled', 'reminder-day', 'invoice'] as const) {
    expect(await composeEmail(deps(), emailOf(kind, missing), START), kind).toBe('gone');
  }
  for (const kind of ['waitlist-offer', 'waitlist-free'] as const) {
    const email = emailOf(kind, { entry_id: missing.booking_id, letter: 1 });
    expect(await composeEmail(deps(), email, START), kind).toBe('gone');
  }
  expect(await composeEmail(deps(), emailOf('enquiry', { enquiry_id: 99 }), START)).toBe('gone');
  expect(await composeEmail(deps(), emailOf('refunded', { refund_id: missing.booking_id }), START)).toBe(
    'gone',
  );
  const toNobody = { ...emailOf('welcome', {}), user_id: missing.booking_id };
  expect(await composeEmail(deps(), toNobody, START)).toBe('no-recipient');
});
