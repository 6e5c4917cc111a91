import type {
  MoneyResponse,
  ProviderResponse,
  SaleDatesResponse,
} from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type {
  RefundLimitsResponse,
  WaitingRefund as ApiRefundRequest,
} from '../../../contract/desk/money/refunds.ts';
import { parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { camelCase, snakeCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { RefundRequest } from '../../../machines/desk/plan/dayPlan.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { bookingRequestOf, repeatedRequestOf } from '../effects/requests.ts';

export const refundRequestOf = ({ left, before, ...request }: ApiRefundRequest): RefundRequest => ({
  ...withPaise(request),
  left: parsePaise(left),
  before: parsePaise(before),
});

export function createMoneyEffects(authenticatedRequest: Send): DeskEffects['deskPayments'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  /** `amount` of the entry: the shown price in paise; empty without a price. */
  const sale =
    (url: string) =>
    async ({ amount = '', ...entry }: FormEntry) => {
      const price = amount === '' ? '' : rupeesAmount(Number(amount));
      await authenticatedRequest({
        method: 'post',
        url,
        data: { ...repeatedRequestOf(entry), amount: price },
      });
    };
  return {
    async money(signal) {
      const { data } = await authenticatedRequest<MoneyResponse>({ url: deskPaths.money, signal });
      return {
        requests: (data.requests ?? []).map(refundRequestOf),
        refunds: data.refunds.map(({ over_returned: over, ...refund }) => ({
          ...withPaise(refund),
          status: camelCase(refund.status),
          overReturned: over == null ? null : parsePaise(over),
        })),
        disputes: data.disputes.map((dispute) => ({
          ...withPaise(dispute),
          status: camelCase(dispute.status),
        })),
        payments: data.payments.map(withPaise),
      };
    },
    async provider(payment_id, signal) {
      const call = { url: deskPaths.provider, params: { payment_id }, signal };
      const { data } = await authenticatedRequest<ProviderResponse>(call);
      return { ...withPaise(data), refunds: data.refunds.map(withPaise) };
    },
    async saleDates(entry, signal) {
      const call = { url: deskPaths.saleDates, params: bookingRequestOf(entry), signal };
      return (await authenticatedRequest<SaleDatesResponse>(call)).data;
    },
    async refundLimits(signal) {
      const { data } = await authenticatedRequest<RefundLimitsResponse>({
        url: deskPaths.refundLimits,
        signal,
      });
      return { ...data, staff: parsePaise(data.staff), manager: parsePaise(data.manager) };
    },
    makeRefund: post(deskPaths.makeRefund),
    // The state of a GSTIN is in it.
    correctInvoice: ({ state = '', ...entry }) =>
      post(deskPaths.correctInvoice)({ ...entry, state: (entry['gstin'] ?? '').trim() === '' ? state : '' }),
    confirmRefund: post(deskPaths.confirmRefund),
    declineRefund: post(deskPaths.declineRefund),
    saveRefundLimits: post(deskPaths.saveRefundLimits),
    sell: sale(deskPaths.sell),
    makeLink: sale(deskPaths.makeLink),
    withdrawLink: post(deskPaths.withdrawLink),
    resendEmails: post(deskPaths.resendEmails),
    retryRefund: post(deskPaths.retryRefund),
    handBack: post(deskPaths.handBack),
  };
}
