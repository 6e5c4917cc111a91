import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { taxBreakdown } from '../../domain/invoices/gst.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { issueTaxDocuments } from '../../server/invoices/issueTaxDocuments.ts';
import { crashableDatabase } from '../faults/crashableDatabase.ts';
import { CrashableProcess } from '../faults/crashableProcess.ts';
import { bookingFields, post } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { bookByCard, cancelNow } from '../payments/cancelling.ts';
import { create, DAY, dataOf, ROOM } from '../payments/startPayments.ts';
import {
  issueDueTaxDocuments,
  issuedTaxDocuments,
  issuedNumbers,
  createPaidBooking,
  settlePayment,
  makeCreditNoteDue,
} from './issuing.ts';

withFreshPayments();

const dueTaxDocuments = () =>
  server.database
    .selectFrom('paper_due')
    .select(['kind', 'payment_id', 'amount_paise', 'next_try_at'])
    .orderBy('id')
    .execute();

/** A range of one slot; consecutive numbers give adjacent ranges. */
const range = (n: number) => ({ start: 20 + n, end: 21 + n });

const atIst = (time: string): number => Date.parse(`${time}+05:30`);

describe('a card booking that is confirmed', () => {
  test('makes one invoice due in the same transaction, even when the payment is reported again', async () => {
    const { created, paymentId } = await createPaidBooking(server);
    expect(await dueTaxDocuments()).toMatchObject([
      { kind: 'invoice', payment_id: paymentId, amount_paise: created.amount, next_try_at: expect.any(Date) },
    ]);
    await settlePayment(server, created, paymentId);
    expect(await dueTaxDocuments()).toHaveLength(1);
  });

  test('gets an invoice with the booking and the payment, stored with its hash', async () => {
    const { created, bookingId, paymentId } = await createPaidBooking(server);
    await issueDueTaxDocuments(server);
    const { taxable, cgst, sgst, total } = taxBreakdown(created.amount);
    expect(await issuedTaxDocuments(server.database)).toEqual([
      {
        version: 1,
        kind: 'invoice',
        demo: true,
        number: 'DM/2526/0000001',
        date: '2025-11-21',
        invoice: null,
        reason: null,
        seller: {
          name: 'Litrooms Demo Private Limited',
          address: expect.stringContaining('Chennai'),
          gstin: '33AAAAA0000A1Z9',
          state: { code: '33', name: 'Tamil Nadu' },
        },
        buyer: {
          name: created.notes[1].first_name + ' ' + created.notes[1].last_name,
          address: null,
          gstin: null,
          state: null,
        },
        place_of_supply: { code: '33', name: 'Tamil Nadu' },
        reverse_charge: false,
        supply: {
          sac: '997212',
          of: 'booking',
          booking_id: bookingId,
          room_name: 'Kolam Round',
          room_address: expect.stringMatching(/^4th Floor, 118, Eri Court, .*Chennai \d{6}$/),
          date: DAY,
          start_time: '10:00:00',
          end_time: '11:30:00',
          hours: 1.5,
        },
        rates: { cgst: 9, sgst: 9 },
        amounts: {
          taxable: rupeesAmount(taxable),
          cgst: rupeesAmount(cgst),
          sgst: rupeesAmount(sgst),
          total: rupeesAmount(total),
        },
        payment_id: paymentId,
      },
    ]);
    const { content, content_hash: hash } = await server.database
      .selectFrom('paper')
      .select(['content', 'content_hash'])
      .executeTakeFirstOrThrow();
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    expect((await dueTaxDocuments())[0]?.next_try_at).toBeNull();
    await issueDueTaxDocuments(server);
    expect(await issuedNumbers(server.database)).toHaveLength(1);
  });

  test('has the paid booking on its invoice, even when booking and room change before the invoice gets its number', async () => {
    const { bookingId } = await createPaidBooking(server);
    const { database } = server;
    await database
      .updateTable('booking')
      .set({ start_slot: 30, end_slot: 40 })
      .where('id', '=', bookingId)
      .execute();
    await database.updateTable('room').set({ name: 'Renamed' }).where('id', '=', ROOM).execute();
    await issueDueTaxDocuments(server);
    await database.updateTable('room').set({ name: 'Kolam Round' }).where('id', '=', ROOM).execute();
    expect((await issuedTaxDocuments(database))[0]?.supply).toMatchObject({
      room_name: 'Kolam Round',
      start_time: '10:00:00',
      hours: 1.5,
    });
  });

  test('by a server of the previous version also gets its invoice', async () => {
    const { bookingId } = await createPaidBooking(server);
    const { database } = server;
    await database.deleteFrom('paper_due').execute();
    await sql`update paper_start set since = ${new Date(server.clock.now + 1)}`.execute(database);
    await issueDueTaxDocuments(server);
    expect(await issuedTaxDocuments(database), 'not from the time before there were tax documents').toEqual(
      [],
    );
    await sql`update paper_start set since = ${new Date(server.clock.now)}`.execute(database);
    await issueDueTaxDocuments(server);
    expect(await issuedTaxDocuments(database)).toMatchObject([{ supply: { booking_id: bookingId } }]);
  });
});

test('a booking with points, a hold and a late payment have no invoice', async () => {
  const { member } = server;
  await post(server, paths.book, bookingFields(member, 1, DAY, { start: 40, end: 42 }), {
    token: member.access,
  });
  const late = dataOf(await create(server));
  await server.database
    .updateTable('booking')
    .set({ status: 'refunded' })
    .where('id', '=', late.notes[2].booking_id)
    .execute();
  await settlePayment(server, late);
  dataOf(await create(server, { start: 30, end: 31 }));
  expect(await dueTaxDocuments()).toEqual([]);
});

describe('numbers', () => {
  test('are consecutive per series, and credit notes have a separate series', async () => {
    const paid = [
      await createPaidBooking(server, range(0)),
      await createPaidBooking(server, range(1)),
    ] as const;
    await makeCreditNoteDue(server, randomUUID(), paid[0], 10_000);
    await issueDueTaxDocuments(server);
    await makeCreditNoteDue(server, randomUUID(), paid[1], 10_000);
    await createPaidBooking(server, range(2));
    await issueDueTaxDocuments(server);
    expect(await issuedNumbers(server.database)).toEqual([
      'DM/2526/0000001',
      'DM/2526/0000002',
      'DM/2526/0000003',
      'DMC/2526/0000001',
      'DMC/2526/0000002',
    ]);
  });

  test('start again with the financial year, which begins at midnight in India', async () => {
    const booked = (time: string, n: number) =>
      createPaidBooking(server, range(n), { bdate: '2026-04-10', paidAt: atIst(time) });
    await booked('2026-03-31T23:59:59.999', 0);
    await booked('2026-04-01T00:00:00.000', 1);
    // This instant is still 31 March in UTC.
    await booked('2026-04-01T05:29:00.000', 2);
    await issueDueTaxDocuments(server, { now: atIst('2026-04-01T06:00:00') });
    expect((await issuedTaxDocuments(server.database)).map(({ number, date }) => [number, date])).toEqual([
      ['DM/2526/0000001', '2026-03-31'],
      ['DM/2627/0000001', '2026-04-01'],
      ['DM/2627/0000002', '2026-04-01'],
    ]);
  });

  test('have ascending dates: a delayed tax document gets the date of the last issued one', async () => {
    await createPaidBooking(server, range(0));
    await server.database
      .updateTable('paper_due')
      .set({ next_try_at: new Date(server.clock.now + 3 * 86_400_000) })
      .execute();
    server.clock.now = atIst('2025-11-22T09:00:00');
    await createPaidBooking(server, range(1));
    await issueDueTaxDocuments(server);
    await issueDueTaxDocuments(server, { now: atIst('2025-11-25T09:00:00') });
    expect(
      (await issuedTaxDocuments(server.database)).map(({ date, supply }) => [date, supply]),
    ).toMatchObject([
      ['2025-11-22', { start_time: '10:30:00' }],
      ['2025-11-22', { start_time: '10:00:00' }],
    ]);
  });

  test('have no gap and no duplicate, whichever statement the server crashes at', async () => {
    const { database } = server;
    for (let n = 0; n < 3; n += 1) {
      const paid = await createPaidBooking(server, range(n));
      await makeCreditNoteDue(server, randomUUID(), paid, 5_000);
    }
    let crashes = 0;
    for (let step = 0; ; step += 1) {
      for (const afterStep of [false, true]) {
        const process = new CrashableProcess();
        process.crashAt({ step, afterStep });
        await issueDueTaxDocuments(server, {
          database: crashableDatabase(database, process, () => {}),
        }).catch(() => undefined);
        if (process.crashed) crashes += 1;
        // The lease of a crashed server expires.
        await sql`update paper_due set next_try_at = ${new Date(server.clock.now)} where next_try_at is not null`.execute(
          database,
        );
      }
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from paper_due where next_try_at is not null`.execute(database);
      if (rows[0]?.open === 0) break;
    }
    expect(crashes).toBeGreaterThan(10);
    expect(await issuedNumbers(database)).toEqual(
      ['DM', 'DMC'].flatMap((series) => [1, 2, 3].map((n) => `${series}/2526/000000${n}`)),
    );
  });

  test('that a failed tax document did not use are used by the next tax document', async () => {
    const { database } = server;
    await createPaidBooking(server, range(0));
    await createPaidBooking(server, range(1));
    await sql`update paper_due set facts = facts - 'room' where id = (select min(id) from paper_due)`.execute(
      database,
    );
    await expect(issueDueTaxDocuments(server)).rejects.toThrow(TypeError);
    expect(await issuedNumbers(database)).toEqual(['DM/2526/0000001']);
    expect(server.logged).toMatchObject([
      { message: expect.stringContaining('a tax document could not be processed') },
    ]);
  });
});

describe('a credit note', () => {
  test('that is due before its invoice has a number waits for it and refers to it', async () => {
    const paid = await createPaidBooking(server);
    await makeCreditNoteDue(server, randomUUID(), paid, 44_427);
    await makeCreditNoteDue(server, randomUUID(), paid, 44_427);
    // The invoice is delayed beyond its credit notes.
    await sql`update paper_due set next_try_at = ${new Date(server.clock.now + 5_000)} where kind = 'invoice'`.execute(
      server.database,
    );
    await issueDueTaxDocuments(server);
    expect(await issuedTaxDocuments(server.database)).toEqual([]);
    await issueDueTaxDocuments(server, { now: server.clock.now + 70_000 });
    const [invoice, first, second] = await issuedTaxDocuments(server.database);
    expect(invoice).toMatchObject({ kind: 'invoice', number: 'DM/2526/0000001' });
    for (const note of [first, second]) {
      expect(note).toMatchObject({
        kind: 'credit-note',
        invoice: { number: 'DM/2526/0000001', date: invoice?.date },
        reason: 'cancelled',
        buyer: invoice?.buyer,
        supply: invoice?.supply,
      });
    }
    // Both credit notes together have the amounts of the invoice.
    expect(first?.amounts).toEqual({ taxable: '376.49', cgst: '33.89', sgst: '33.89', total: '444.27' });
    expect(second?.amounts).toEqual({ taxable: '376.51', cgst: '33.88', sgst: '33.88', total: '444.27' });
    expect(invoice?.amounts).toEqual({ taxable: '753.00', cgst: '67.77', sgst: '67.77', total: '888.54' });
  });

  test('is due once for a refund, and never for a payment without an invoice', async () => {
    const paid = await createPaidBooking(server);
    const refundId = randomUUID();
    await makeCreditNoteDue(server, refundId, paid, 10_000);
    await makeCreditNoteDue(server, refundId, paid, 10_000);
    await makeCreditNoteDue(server, randomUUID(), { ...paid, paymentId: 'pay_unknown' }, 10_000);
    expect((await dueTaxDocuments()).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });
});

describe('a booking that its customer cancels', () => {
  const HOUR = 3_600_000;
  const notes = async () =>
    (await issuedTaxDocuments(server.database)).filter(({ kind }) => kind === 'credit-note');

  test.each([
    ['everything', '2025-11-25', 3 * HOUR, '888.54', '888.54'],
    ['half', '2025-11-23', 3 * HOUR, '444.27', '444.27'],
  ])('has a credit note for the refund: %s', async (_case, day, later, refund, total) => {
    const { id } = await bookByCard(server, day);
    server.clock.now += later;
    expect(await cancelNow(server, id)).toMatchObject({ refund });
    await issueDueTaxDocuments(server);
    expect(await notes()).toMatchObject([
      {
        number: 'DMC/2526/0000001',
        reason: 'cancelled',
        amounts: { total },
        invoice: { number: 'DM/2526/0000001' },
      },
    ]);
  });

  test('has no credit note without a refund', async () => {
    const { id } = await bookByCard(server, '2025-11-22');
    server.clock.now += 3 * HOUR;
    expect(await cancelNow(server, id)).toMatchObject({ refund: '0.00' });
    await issueDueTaxDocuments(server);
    expect(await issuedNumbers(server.database)).toEqual(['DM/2526/0000001']);
  });
});

test('a new invoice names the business that the desk has now; an issued one and its credit note keep theirs', async () => {
  const { database, config, clock, payments } = server;
  const { bookingId, paymentId } = await createPaidBooking(server, range(0));
  await issueDueTaxDocuments(server);
  const changed = {
    ...config.business,
    name: 'Adyar Rooms LLP',
    address: '4, Lattice Bridge Road, Adyar, Chennai 600020',
    gstin: '33AAACH7409R1Z8',
  };
  const row = { ...changed, id: 1, version: 1, social: JSON.stringify(changed.social) };
  await database.insertInto('business').values(row).execute();
  await createPaidBooking(server, range(2));
  await makeCreditNoteDue(server, randomUUID(), { bookingId, paymentId }, 100_00);
  const issueWith = (movesMoney: boolean) =>
    issueTaxDocuments({
      database,
      config: { ...config, taxDocuments: { ...config.taxDocuments, movesMoney } },
      now: () => clock.now,
      log: payments.log,
    });
  // Money of the sandbox makes no real invoice, whatever the seller.
  expect(await issueWith(false)).toEqual([]);
  await createPaidBooking(server, range(4));
  expect(await issueWith(true)).toEqual([]);
  await database.deleteFrom('business').execute();
  const taxDocuments = await issuedTaxDocuments(database);
  expect(taxDocuments.map(({ number, demo, seller }) => [number, demo, seller.gstin, seller.name])).toEqual([
    ['DM/2526/0000001', true, config.business.gstin, config.business.name],
    ['DM/2526/0000002', true, changed.gstin, changed.name],
    ['DMC/2526/0000001', true, config.business.gstin, config.business.name],
    ['LR/2526/0000001', false, changed.gstin, changed.name],
  ]);
});

test('an issued tax document cannot be changed or deleted', async () => {
  await createPaidBooking(server);
  await issueDueTaxDocuments(server);
  const { database } = server;
  await expect(database.updateTable('paper').set({ content: '{}' }).execute()).rejects.toThrow(
    'never changes',
  );
  await expect(database.deleteFrom('paper').execute()).rejects.toThrow('never changes');
});
