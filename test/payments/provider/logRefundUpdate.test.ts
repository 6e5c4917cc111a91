import { expect, test } from 'vitest';
import type { RefundUpdate } from '../../../server/payments/refunds/refundUpdates.ts';
import { logRefundUpdate } from '../../../server/payments/reconcile/logRefundUpdate.ts';

const refund = {
  id: 'rfnd_abcdefghij0000',
  ownId: null,
  bankReference: null,
  amountPaise: 100,
  status: 'failed',
} as const;

test.each<[RefundUpdate, readonly string[]]>([
  ['failed', ['error']],
  ['unknown', ['warn']],
  ['processed', []],
  ['requested', []],
  ['nothing', []],
])('a refund update "%s" is logged at %j', (update, levels) => {
  const logged: string[] = [];
  const log = { warn: () => void logged.push('warn'), error: () => void logged.push('error') };
  logRefundUpdate(log, 'pay_abcdefghij0001', refund, update);
  expect(logged).toEqual(levels);
});
