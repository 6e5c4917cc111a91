const FORMS = {
  order: /^order_[A-Za-z0-9]{14}$/,
  payment: /^pay_[A-Za-z0-9]{14}$/,
  refund: /^rfnd_[A-Za-z0-9]{14}$/,
} as const;

/**
 * True for an id of the provider's own form. The SDK puts ids into paths as they are, so that '../payments/pay_x' as an
 * order id would ask for something else: whatever comes from outside passes here before it is sent or signed.
 */
export const isProviderId = (kind: keyof typeof FORMS, text: string): boolean => FORMS[kind].test(text);
