import { describe, expect, test } from 'vitest';
import { parseSettlementReport, settlementColumns } from '../../../domain/money/settlementReport.ts';

const payment: Readonly<Record<string, string>> = {
  transaction_entity: 'payment',
  entity_id: 'pay_A1b2C3d4E5f6G7',
  amount: '592.36',
  currency: 'INR',
  'fee (exclusive tax)': '11.85',
  tax: '2.13',
  debit: '0.0',
  credit: '578.38',
  settlement_id: 'setl_A1b2C3d4E5f6G7',
  settled_at: '2025-11-23T13:33:57',
  settlement_utr: '1568176960vxp0rj',
};

const report = (
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[] = settlementColumns,
) =>
  [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`)
    .join('');

const read = (overrides: Readonly<Record<string, string>>) =>
  parseSettlementReport(report([{ ...payment, ...overrides }]));
const problemOf = (result: ReturnType<typeof parseSettlementReport>): string =>
  'problem' in result ? result.problem : 'none';

test('reads payments, refunds and adjustments with their amounts in paise', () => {
  const refund = {
    transaction_entity: 'Refund',
    entity_id: 'rfnd_A1b2C3d4E5f6G7',
    amount: '100',
    currency: 'INR',
    'fee (exclusive tax)': '',
    tax: '',
    debit: '100.0',
    credit: '',
    settlement_id: 'setl_A1b2C3d4E5f6G7',
    settled_at: '23/11/2025 13:33:57',
  };
  const adjustment = {
    ...refund,
    transaction_entity: 'adjustment',
    entity_id: 'adj_1',
    dispute_id: 'disp_1',
  };
  expect(parseSettlementReport(`\uFEFF${report([payment, refund, adjustment])}`)).toEqual({
    unknownColumns: [],
    unsettled: 0,
    lines: [
      {
        line: 2,
        kind: 'payment',
        entityId: 'pay_A1b2C3d4E5f6G7',
        settlementId: 'setl_A1b2C3d4E5f6G7',
        settledOn: '2025-11-23',
        utr: '1568176960vxp0rj',
        amount: 592_36,
        fee: 11_85,
        tax: 2_13,
        net: 578_38,
        disputeId: null,
      },
      {
        line: 3,
        kind: 'refund',
        entityId: 'rfnd_A1b2C3d4E5f6G7',
        settlementId: 'setl_A1b2C3d4E5f6G7',
        settledOn: '2025-11-23',
        utr: null,
        amount: 100_00,
        fee: 0,
        tax: 0,
        net: -100_00,
        disputeId: null,
      },
      expect.objectContaining({ line: 4, kind: 'adjustment', net: -100_00, disputeId: 'disp_1' }),
    ],
  });
});

test('leaves out lines that are not settled yet, and names columns that it does not know', () => {
  const text = report(
    [payment, { ...payment, entity_id: 'pay_B1b2C3d4E5f6G7', settlement_id: '' }],
    ['Branch', ...settlementColumns],
  );
  expect(parseSettlementReport(text)).toMatchObject({ unknownColumns: ['branch'], unsettled: 1 });
});

test('takes only the needed columns, in any order', () => {
  const columns = [
    'settled_at',
    'settlement_id',
    'credit',
    'debit',
    'tax',
    'fee (exclusive tax)',
    'currency',
    'amount',
    'entity_id',
    'transaction_entity',
  ];
  expect(parseSettlementReport(report([payment], columns))).toMatchObject({
    lines: [{ utr: null, net: 578_38 }],
  });
});

describe('refuses', () => {
  test.each<[string, string]>([
    ['PK\u0003\u0004', 'This is an Excel file.'],
    ['a,"b\n', 'This is not a CSV file: line 1 has a quotation mark in the wrong place.'],
    ['', 'This is not the settlement report'],
    ['Date,Amount\n1,2\n', 'This is not the settlement report'],
    [
      report(
        [payment],
        settlementColumns.filter((name) => name !== 'tax' && name !== 'settled_at'),
      ),
      'The report lacks the columns “tax”, “settled_at”.',
    ],
    [report([payment], [...settlementColumns, 'tax']), 'The report has the column “tax” twice.'],
    [report([]), 'The report has no settled payment and no settled refund.'],
    [`${report([payment])}a,b\r\n`, 'Line 3 has 2 values, but the report has 27 columns.'],
    [report([payment, payment]), 'Line 3 repeats pay_A1b2C3d4E5f6G7 of setl_A1b2C3d4E5f6G7.'],
    [report(Array.from({ length: 20_001 }, () => payment)), 'The report has more than 20000 lines.'],
  ])('the file %#', (text, problem) => expect(problemOf(parseSettlementReport(text))).toContain(problem));

  test.each<[Record<string, string>, string]>([
    [{ entity_id: '42' }, 'Line 2 has no id of the provider in “entity_id”.'],
    [{ settlement_id: 'setl 1' }, 'Line 2 has no id of the provider in “settlement_id”.'],
    [{ transaction_entity: '' }, 'Line 2 has no name in “transaction_entity”.'],
    [{ currency: 'USD' }, 'Line 2 is not in rupees.'],
    [{ settled_at: '31/02/2025' }, 'Line 2 has no date in “settled_at”.'],
    [{ settled_at: 'yesterday' }, 'Line 2 has no date in “settled_at”.'],
    [{ amount: '' }, 'Line 2 has no amount with at most two decimals in “amount”.'],
    [{ amount: '1,179.00' }, 'Line 2 has no amount with at most two decimals in “amount”.'],
    [{ amount: '21474836.48' }, 'Line 2 has no amount with at most two decimals in “amount”.'],
    [{ tax: '2.135' }, 'Line 2 has no amount with at most two decimals in “tax”.'],
    [{ debit: '-21474836', credit: '21474836' }, 'Line 2 has too large an amount in “debit”, “credit”.'],
  ])('the line %#', (overrides, problem) => expect(problemOf(read(overrides))).toBe(problem));
});

test.each([
  ['1', 1_00],
  ['0.01', 1],
  ['97.100', 97_10],
  ['-5.5', -5_50],
  ['-0.00', 0],
  ['21474836.47', 2_147_483_647],
])('an amount of %s is %i paise', (amount, paise) =>
  expect(read({ amount })).toMatchObject({ lines: [{ amount: paise }] }),
);
