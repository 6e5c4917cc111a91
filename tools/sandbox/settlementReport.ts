import { settlementColumns } from '../../domain/money/settlementReport.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { csv } from '../../domain/text/csv.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import type { Sandbox } from './sandbox.ts';

type Column = (typeof settlementColumns)[number];
type Row = Readonly<Partial<Record<Column, string>>>;

/** The provider's fee of 2 %, plus 18 % tax, in paise; what the payer bore on top is the fee then. */
const feeWithTax = (amount: number, borne: number): number => borne || Math.round(amount * 0.0236);

/** One settlement a day. Its id is made of the day, so that every report has the same one. */
function settlementOf(at: Date): Row {
  const day = dateAt(at.getTime());
  const number = day.replaceAll('-', '');
  return {
    settlement_id: `setl_Sandbox${number.slice(1)}`,
    settled_at: `${day}T23:30:00`,
    settlement_utr: `UTR${number}`,
    settled_by: 'Razorpay',
  };
}

const amounts = (amount: number, fee: number, tax: number, net: number): Row => ({
  amount: rupeesAmount(amount),
  currency: 'INR',
  'fee (exclusive tax)': rupeesAmount(fee),
  tax: rupeesAmount(tax),
  debit: rupeesAmount(Math.max(0, -net)),
  credit: rupeesAmount(Math.max(0, net)),
});

/**
 * The report of settlements as the provider's dashboard exports it, with every captured payment, processed refund and lost dispute.
 * The provider settles after two days; the sandbox on the day itself, so that one can try it.
 */
export async function settlementReport({ database }: Sandbox): Promise<string> {
  const payments = await database
    .selectFrom('sandbox_payment')
    .select(['id', 'order_id', 'amount', 'fee', 'method', 'captured_at'])
    .where('captured_at', 'is not', null)
    .orderBy('captured_at')
    .orderBy('id')
    .execute();
  const refunds = await database
    .selectFrom('sandbox_refund')
    .select(['id', 'amount', 'created_at'])
    .where('status', '=', 'processed')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const disputes = await database
    .selectFrom('sandbox_dispute')
    .select(['id', 'amount', 'created_at'])
    .where('status', '=', 'lost')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const rows: Row[] = [
    ...payments.flatMap(({ id, order_id, amount, fee: borne, method, captured_at: at }): Row[] => {
      if (at === null) return [];
      const charged = feeWithTax(amount, borne);
      const fee = Math.round(charged / 1.18);
      return [
        {
          transaction_entity: 'payment',
          entity_id: id,
          ...amounts(amount, fee, charged - fee, amount - charged),
          payment_method: method,
          order_id,
          ...settlementOf(at),
        },
      ];
    }),
    ...refunds.map(({ id, amount, created_at }) => ({
      transaction_entity: 'refund',
      entity_id: id,
      ...amounts(amount, 0, 0, -amount),
      ...settlementOf(created_at),
    })),
    ...disputes.map(({ id, amount, created_at }) => ({
      transaction_entity: 'adjustment',
      entity_id: id.replace('disp_', 'adj_'),
      ...amounts(amount, 0, 0, -amount),
      dispute_id: id,
      ...settlementOf(created_at),
    })),
  ];
  return csv([settlementColumns, ...rows.map((row) => settlementColumns.map((name) => row[name] ?? ''))]);
}
