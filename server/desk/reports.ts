import { sql } from 'kysely';
import {
  isReturnTable,
  type Report,
  type ReportFileQuery,
  type ReturnTable,
} from '../../contract/desk/reports.ts';
import type { TaxDocumentKind } from '../../contract/invoices/taxDocuments.ts';
import { addDays, instantOf } from '../../domain/time/calendar.ts';
import { csv, type Cell } from '../../domain/text/csv.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Reads } from '../platform/database/reads.ts';
import { storedBuyerName } from '../invoices/content.ts';
import { gstr1Table } from '../invoices/gstr1.ts';
import { netPaise, taxDocumentBatches, taxDocumentsInPeriod } from '../invoices/taxDocumentsInPeriod.ts';
import { checkAllNumbered, taxDocumentsOfMonth } from '../invoices/taxDocumentsOfMonth.ts';
import { paymentsTable, type Interval } from './payments.ts';

/** IST dates, both inclusive. */
interface Period {
  readonly from: string;
  readonly to: string;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The instants of the period, in which the last day ends. */
export const instants = ({ from, to }: Period): Interval => ({
  start: new Date(instantOf(from, 0)),
  end: new Date(instantOf(addDays(to, 1), 0)),
});

/** Confirmed bookings of a room with the same times on one weekday. */
interface SameBookings {
  readonly room_id: number;
  readonly weekday: number;
  readonly start: number;
  readonly end: number;
  readonly bookings: number;
}

/** Grouped by room, weekday (0: Monday) and times. */
async function sameBookingsOf(database: Database, { from, to }: Period): Promise<SameBookings[]> {
  const { rows } = await sql<SameBookings>`
    select room_id, extract(isodow from day)::integer - 1 as weekday, start_slot as start, end_slot as "end",
      count(*)::integer as bookings
    from booking
    where status = 'confirmed' and moves_booking_id is null and day between ${from}::date and ${to}::date
    group by 1, 2, 3, 4`.execute(database);
  return rows;
}

/** Booked hours by room, weekday and hour of the day. */
function useOf(groups: readonly SameBookings[]): Report['use'] {
  const slots = new Map<string, number>();
  for (const { room_id, weekday, start, end, bookings } of groups) {
    for (let slot = start; slot < end; slot += 1) {
      const key = [room_id, weekday, Math.floor(slot / 2)].join();
      slots.set(key, (slots.get(key) ?? 0) + bookings);
    }
  }
  return [...slots]
    .map(([key, count]) => {
      const [room_id = 0, weekday = 0, hour = 0] = key.split(',').map(Number);
      return { room_id, weekday, hour, hours: count / 2 };
    })
    .sort((a, b) => a.room_id - b.room_id || a.weekday - b.weekday || a.hour - b.hour);
}

/** All rooms with their bookings and booked hours. */
async function roomsOf(database: Database, groups: readonly SameBookings[]): Promise<Report['rooms']> {
  const rooms = await database.selectFrom('room').select(['id', 'name']).orderBy('id').execute();
  const sums = new Map(rooms.map(({ id }) => [id, { bookings: 0, hours: 0 }]));
  for (const { room_id, start, end, bookings } of groups) {
    const sum = sums.get(room_id);
    if (!sum) continue;
    sum.bookings += bookings;
    sum.hours += (bookings * (end - start)) / 2;
  }
  return rooms.map((room) => ({ ...room, bookings: 0, hours: 0, ...sums.get(room.id) }));
}

async function moneyOf(database: Database, period: Period, isDemo: boolean): Promise<Report['money']> {
  const countOf = (kind: TaxDocumentKind) => sql<number>`count(*) filter (where kind = ${kind})::integer`;
  const sums = await taxDocumentsInPeriod(database, { ...period, isDemo })
    .select([
      countOf('invoice').as('invoices'),
      countOf('credit-note').as('notes'),
      netPaise('taxable_paise').as('taxable'),
      netPaise('cgst_paise').as('cgst'),
      netPaise('sgst_paise').as('sgst'),
      netPaise('igst_paise').as('igst'),
      netPaise('total_paise').as('total'),
    ])
    .executeTakeFirst();
  return {
    invoices: sums?.invoices ?? 0,
    credit_notes: sums?.notes ?? 0,
    taxable: rupeesAmount(sums?.taxable ?? 0),
    cgst: rupeesAmount(sums?.cgst ?? 0),
    sgst: rupeesAmount(sums?.sgst ?? 0),
    igst: rupeesAmount(sums?.igst ?? 0),
    total: rupeesAmount(sums?.total ?? 0),
  };
}

async function pointsOf(database: Database, period: Period): Promise<Report['points']> {
  const { start, end } = instants(period);
  const { rows } = await sql<Record<'used' | 'given' | 'ended' | 'outstanding', number>>`
    select
      coalesce(-sum(half_points) filter (where kind in ('use', 'return')), 0)::float8 as used,
      coalesce(sum(half_points) filter (where kind in ('grant', 'renewal', 'purchase', 'correction')), 0)::float8 as given,
      coalesce(-sum(half_points) filter (where kind in ('expiry', 'closing')), 0)::float8 as ended,
      (select coalesce(sum(half_points), 0)::float8 from app_user) as outstanding
    from point_entry where at >= ${start} and at < ${end}`.execute(database);
  const points = (name: 'used' | 'given' | 'ended' | 'outstanding') => pointsFromHalf(rows[0]?.[name] ?? 0);
  return {
    used: points('used'),
    given: points('given'),
    ended: points('ended'),
    outstanding: points('outstanding'),
  };
}

async function cancelledOf(database: Database, period: Period): Promise<Report['cancelled']> {
  const { start, end } = instants(period);
  const { rows } = await sql<Record<'bookings' | 'paise' | 'half', number>>`
    select count(*)::integer as bookings,
      coalesce(sum(returned) filter (where paid_with = 'card'), 0)::float8 as paise,
      coalesce(sum(returned) filter (where paid_with = 'points'), 0)::float8 as half
    from booking where status = ${sql.lit(bookingCodes.cancelled)} and cancelled_at >= ${start} and cancelled_at < ${end}`.execute(
    database,
  );
  const [sums] = rows;
  return {
    bookings: sums?.bookings ?? 0,
    returned: rupeesAmount(sums?.paise ?? 0),
    returned_points: pointsFromHalf(sums?.half ?? 0),
  };
}

/**
 * The report of a period: use of the rooms, revenue and tax, points, and cancellations. `isDemo`: whether the revenue is that of
 * demo tax documents, as in the GST return.
 */
export const loadReport = async (
  database: Database,
  { from, to }: Period,
  isDemo: boolean,
): Promise<Report> => {
  const groups = await sameBookingsOf(database, { from, to });
  return {
    from,
    to,
    rooms: await roomsOf(database, groups),
    use: useOf(groups),
    money: await moneyOf(database, { from, to }, isDemo),
    points: await pointsOf(database, { from, to }),
    cancelled: await cancelledOf(database, { from, to }),
  };
};

function useTable({ rooms, use }: Report): Cell[][] {
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  return [
    ['Room', 'Weekday', 'Hour', 'Booked hours'],
    ...use.map(({ room_id, weekday, hour, hours }) => [
      names.get(room_id) ?? '',
      WEEKDAYS[weekday] ?? '',
      `${String(hour).padStart(2, '0')}:00`,
      hours,
    ]),
  ];
}

const moneyTable = ({ money, points, cancelled }: Report): Cell[][] => [
  ['What', 'Value'],
  ['Invoices', money.invoices],
  ['Credit notes', money.credit_notes],
  ['Taxable value', Number(money.taxable)],
  ['CGST', Number(money.cgst)],
  ['SGST', Number(money.sgst)],
  ['IGST', Number(money.igst)],
  ['Total', Number(money.total)],
  ['Points used', points.used],
  ['Points given', points.given],
  ['Points ended', points.ended],
  ['Points outstanding now', points.outstanding],
  ['Cancelled bookings', cancelled.bookings],
  ['Returned by cancelling', Number(cancelled.returned)],
  ['Points returned by cancelling', cancelled.returned_points],
];

/** With the buyers as they are printed, as CSV in parts. */
async function* taxDocumentsTable(reads: Reads, period: Period, isDemo: boolean): AsyncGenerator<string> {
  yield csv([
    ['Number', 'Kind', 'Date', 'Customer', 'GSTIN', 'Taxable value', 'CGST', 'SGST', 'IGST', 'Total'],
  ]);
  const batches = taxDocumentBatches(reads, { ...period, isDemo }, (taxDocuments) =>
    taxDocuments
      .select(['number', 'kind', 'buyer_gstin', 'content'])
      .select(['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise']),
  );
  for await (const batch of batches) {
    yield csv(
      batch.map((taxDocument) => {
        const sign = taxDocument.kind === 'invoice' ? 1 : -1;
        const amount = (paise: number) => (sign * paise) / 100;
        return [
          taxDocument.number,
          taxDocument.kind,
          taxDocument.issued_on,
          storedBuyerName(taxDocument.content),
          taxDocument.buyer_gstin ?? '',
          amount(taxDocument.taxable_paise),
          amount(taxDocument.cgst_paise),
          amount(taxDocument.sgst_paise),
          amount(taxDocument.igst_paise),
          amount(taxDocument.total_paise),
        ];
      }),
    );
  }
}

/**
 * A table of a report, of the payments or of the GST return as CSV, in parts. `isDemo`: whether the tax documents are demo tax documents. Throws
 * 503 for the GST return of a month in which a tax document does not have a number yet.
 */
export async function reportCsv(
  reads: Reads,
  { table, ...period }: ReportFileQuery,
  isDemo: boolean,
): Promise<AsyncIterable<string> | readonly string[]> {
  if (isReturnTable(table)) {
    const month = period.from.slice(0, 7);
    await reads.read((source) => checkAllNumbered(source, month));
    return gstr1Table(reads, taxDocumentsOfMonth(month, isDemo), table satisfies ReturnTable);
  }
  if (table === 'papers') return taxDocumentsTable(reads, period, isDemo);
  if (table === 'payments') return paymentsTable(reads, instants(period));
  const fullReport = await reads.read((source) => loadReport(source, period, isDemo));
  return [csv(table === 'use' ? useTable(fullReport) : moneyTable(fullReport))];
}
