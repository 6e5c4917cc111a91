const PATTERNS = {
  order: /^order_[A-Za-z0-9]{14}$/,
  link: /^plink_[A-Za-z0-9]{14}$/,
  payment: /^pay_[A-Za-z0-9]{14}$/,
  refund: /^rfnd_[A-Za-z0-9]{14}$/,
  dispute: /^disp_[A-Za-z0-9]{14}$/,
} as const;

/**
 * True for an id in the provider's format. Ids are put into paths, so an order id such as '../payments/pay_x' would address
 * another resource. Every id from outside is checked before it is sent or signed.
 */
export const isProviderId = (kind: keyof typeof PATTERNS, text: string): boolean => PATTERNS[kind].test(text);
