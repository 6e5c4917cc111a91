import { sql } from 'kysely';
import {
  headOf,
  isOnAccount,
  amountToKeep,
  isReturnedDuringPayOut,
  returnedOutside,
  type Invariant,
} from './invariantSql.ts';
import type { Simulation } from './simulation.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';

/** They hold at all times. */
export const taxDocumentNumberInvariants: readonly Invariant[] = [
  {
    description: 'the numbers of a series and financial year have no gap, and their counter has the last one',
    violations: sql`
      select series, financial_year, last_sequence, array_agg(sequence order by sequence) as numbers
      from paper_counter full join paper using (series, financial_year)
      group by series, financial_year, last_sequence
      having array_agg(sequence order by sequence) is distinct from array(select generate_series(1, last_sequence))`,
  },
  {
    description: 'within a series and financial year, no tax document is dated before an earlier number',
    violations: sql`
      select one.number, one.issued_on, other.number as next, other.issued_on as next_on
      from paper one join paper other
        on other.series = one.series and other.financial_year = one.financial_year and other.sequence = one.sequence + 1
      where other.issued_on < one.issued_on`,
  },
];

/** For a booking, a move or points, with the paid or moved booking. A payment on account is on the invoice of a company. */
const payingPayments = sql`
  select payment.payment_id, payment.amount_paise, coalesce(paid.moves_booking_id, paid.id) as booking_id
  from booking paid join payment on payment.payment_id = paid.paid_by_payment_id
  where paid.status in ('confirmed', ${sql.lit(bookingCodes.cancelled)}, 'moved')
    and not ${isOnAccount(sql`payment.payment_id`)}
  union all
  select payment.payment_id, payment.amount_paise, null from point_purchase
  join payment on payment.payment_id = paid_by_payment_id`;

/** `kind`: as it was queued. A corrected invoice and its credit note have other kinds. */
const taxDocumentsOf = (kind: 'invoice' | 'credit-note') => sql`
  select paper.id, paper.number, paper.booking_id, paper.total_paise, paper.invoice_id,
    paper_due.payment_id, paper_due.refund_id
  from paper join paper_due on paper_due.id = paper.due_id
  where paper_due.kind = ${kind} and paper.company_id is null`;

const allInvoices = sql`
  select paper.id, paper.number, paper_due.payment_id
  from paper join paper_due on paper_due.id = paper.due_id where paper.kind = 'invoice'`;

/** They hold after draining. */
export const taxDocumentInvariants = (simulation: Simulation): readonly Invariant[] => [
  {
    description:
      'each payment of a booking, a move or points has one invoice for its full amount, and no other payment has an invoice',
    violations: sql`
      select payment_id as payment, max(paying.amount_paise) as paid, array_agg(invoice.total_paise) as invoices
      from (${payingPayments}) paying full join (${taxDocumentsOf('invoice')}) invoice using (payment_id)
      group by payment_id
      having count(*) > 1 or max(paying.amount_paise) is distinct from max(invoice.total_paise)
        or max(paying.booking_id::text) is distinct from max(invoice.booking_id::text)`,
  },
  {
    description:
      'each refund of a paid booking, with the parts that went back otherwise, has one credit note for its amount and its invoice',
    violations: sql`
      select coalesce(refund.id, note.refund_id) as refund, refund.amount_paise as refunded,
        note.total_paise as credited, note.number, invoice.number as invoice
      from (
        select root.id, root.paying_payment_id, root.amount_paise + coalesce((
          select sum(amount_paise) from refund part where part.part_of = root.id), 0) as amount_paise
        from refund root where paying_payment_id is not null and part_of is null
          and exists (select from (${payingPayments}) paying where paying.payment_id = root.paying_payment_id)
      ) refund
      full join (${taxDocumentsOf('credit-note')}) note on note.refund_id = refund.id
      left join (${allInvoices}) invoice on invoice.id = note.invoice_id
      where not ${isReturnedDuringPayOut(simulation, sql`coalesce(refund.paying_payment_id, note.payment_id)`)}
        and (refund.amount_paise is distinct from note.total_paise
          or invoice.payment_id is distinct from refund.paying_payment_id
          or (select count(*) from paper_due where refund_id = refund.id) <> 1)`,
  },
  {
    description:
      'the credit notes of a payment add up to what was returned of it, and at most to its invoice',
    violations: sql`
      select paying.payment_id as payment, paying.amount_paise, returned.paise as returned, notes.paise as credited
      from (${payingPayments}) paying
      cross join lateral (select coalesce(sum(amount_paise), 0) as paise from refund
        where source_payment_id = paying.payment_id) returned
      cross join lateral (select coalesce(sum(total_paise), 0) as paise from (${taxDocumentsOf('credit-note')}) note
        where note.payment_id = paying.payment_id) notes
      where notes.paise <> least(returned.paise, paying.amount_paise)`,
  },
  {
    description:
      'a replaced invoice is credited as a whole, and its last credit note and the new invoice have one amount, payment and link',
    violations: sql`
      select wrong.number, wrong.total_paise, sum(note.total_paise) as credited, newer.number as newer,
        newer.total_paise as replaced
      from paper newer join paper_due newer_due on newer_due.id = newer.due_id
      join paper wrong on wrong.id = newer.replaces_id join paper_due wrong_due on wrong_due.id = wrong.due_id
      left join paper note on note.invoice_id = wrong.id
      left join paper_due note_due on note_due.id = note.due_id
      group by wrong.id, newer.id, newer_due.id, wrong_due.id
      having coalesce(sum(note.total_paise), 0) <> wrong.total_paise
        or coalesce(sum(note.total_paise) filter (where note_due.kind = 'correcting-note'), 0) <> newer.total_paise
        or count(*) filter (where note_due.kind = 'correcting-note') <> 1
        or newer_due.payment_id <> wrong_due.payment_id
        or newer.content::jsonb -> 'replaces' ->> 'number' <> wrong.number`,
  },
  {
    description: 'credit notes never exceed their invoice, and corrections are documents of their own kinds',
    violations: sql`
      select invoice.number, invoice.total_paise, sum(note.total_paise) as credited
      from paper note join paper invoice on invoice.id = note.invoice_id
      group by invoice.id having sum(note.total_paise) > invoice.total_paise
      union all
      select paper.number, paper.total_paise, null from paper join paper_due on paper_due.id = paper.due_id
      where (paper_due.kind = 'corrected-invoice') <> (paper.replaces_id is not null)`,
  },
  {
    description: 'invoices less credit notes add up to the amount that stays paid for the booking or series',
    violations: sql`
      select booking, keeps, outside, papers from (
        select ${headOf(sql`booking.id`)} as booking, sum(${amountToKeep}) as keeps,
          sum(${returnedOutside}) as outside, sum(coalesce((
          select sum(case paper.kind when 'invoice' then paper.total_paise else -paper.total_paise end)
          from paper where paper.booking_id = booking.id
        ), 0)) as papers
        from booking where ${isOnAccount(sql`booking.paid_by_payment_id`)} is not true group by 1
      ) each where papers not between keeps - outside and keeps`,
  },
  {
    description: 'no tax document remains without a number',
    violations: sql`select id as paper_due, kind, attempts from paper_due where next_try_at is not null`,
  },
];
