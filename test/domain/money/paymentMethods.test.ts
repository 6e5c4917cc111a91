import { expect, test } from 'vitest';
import { isPaidOutAtDesk } from '../../../domain/money/deskPayment.ts';
import { paymentMethodOf, providerMethodOf, providerMethods } from '../../../domain/money/paymentMethods.ts';

test('the provider’s methods are known by their names, any other text is unknown', () => {
  expect(providerMethods.map(providerMethodOf)).toEqual(providerMethods);
  expect(['cash', '', null, undefined].map(providerMethodOf)).toEqual([null, null, null, null]);
});

test('a payment at the desk has its method in its id, one at the provider its stored method, if there is one', () => {
  expect(paymentMethodOf('desk_cash_1', null)).toBe('desk-cash');
  expect(paymentMethodOf('desk_upi_1', 'card')).toBe('desk-upi');
  expect(paymentMethodOf('pay_1', 'wallet')).toBe('wallet');
  expect(paymentMethodOf('pay_1', null)).toBe('card-or-upi');
});

test('a refund that the desk has paid out is known by its id', () => {
  expect(['desk_cash_7', 'rfnd_7', 'x_desk_7', null].map(isPaidOutAtDesk)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
