import { GatewayError } from '../../server/payments/provider/gatewayError.ts';
import type { PaymentGateway } from '../../server/payments/provider/gateway.ts';

const closed = () => Promise.reject(new GatewayError('unreachable', 'closed'));

/** An unreachable payment provider, for tests that pay with points or not at all. */
export const closedGateway: PaymentGateway = {
  keyId: 'rzp_test_closed',
  checkout: {
    script: 'https://checkout.example/v1/checkout.js',
    sources: {
      script: ['https://checkout.example'],
      frame: ['https://pay.example'],
      connect: [],
      img: [],
    },
  },
  createOrder: closed,
  findOrderByReceipt: closed,
  createLink: closed,
  fetchLink: closed,
  cancelLink: closed,
  fetchPayment: closed,
  fetchOrderPayments: closed,
  capture: closed,
  refundOnce: closed,
  fetchRefunds: closed,
  listRefunds: closed,
  listDisputes: closed,
  fetchDispute: closed,
  isSigned: () => false,
};
