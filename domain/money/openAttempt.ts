import type { ProviderMethod } from './paymentMethods.ts';

const BANK_PAGE = 'If its page is still open, finish there.';

/** What the payer of an attempt that the bank has not decided can do, in words of the payment's method. */
const approvalTexts: Readonly<Record<ProviderMethod, string>> = {
  upi: 'Approve the request in your UPI app. If you see none, open the app and look at its pending requests.',
  card: 'Your bank has not confirmed the card payment yet. If its page for the one-time code is still open, finish there.',
  emi: 'Your bank has not confirmed the instalments yet. If its page for the one-time code is still open, finish there.',
  netbanking: `Your bank has not confirmed the payment yet. ${BANK_PAGE}`,
  wallet: `Your wallet has not confirmed the payment yet. ${BANK_PAGE}`,
};

/** As above; `method` is missing while the provider has not reported it. */
export const approvalText = (method: ProviderMethod | undefined): string =>
  method === undefined
    ? 'Your bank has not responded yet. If your bank or payment app asks you to approve the payment, do so there.'
    : approvalTexts[method];
