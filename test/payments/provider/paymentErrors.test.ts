import { expect, test } from 'vitest';
import { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { orProviderUnavailable } from '../../../server/payments/paymentErrors.ts';

test('a call that the provider does not answer is a 503 with the cause for the log', async () => {
  const cause = new GatewayError('unreachable', 'ECONNREFUSED');
  await expect(orProviderUnavailable(Promise.reject(cause))).rejects.toMatchObject({
    code: 'unavailable',
    cause,
  });
});

test('an error on our side stays what it is', async () => {
  const error = new Error('a defect');
  await expect(orProviderUnavailable(Promise.reject(error))).rejects.toBe(error);
});
