import { brand } from '../../domain/content/brand.ts';
import { pointsAre, pointsText } from '../../domain/money/points.ts';
import { rupees } from '../../domain/money/pricing.ts';
import type { RefundReason } from '../../domain/money/refundReasons.ts';
import { greeting, type Block, type EmailContent } from './content.ts';
import type { Links } from './links.ts';
import { refundSent, type SentRefund } from './refundSent.ts';

interface PurchaseContext {
  readonly firstName: string | null;
  readonly points: number;
  readonly amountPaise: number;
  readonly links: Links;
}

const pointsLink = ({ links }: PurchaseContext): Block => ({
  action: 'See your points',
  href: links.profile,
});

/** Points were bought; the invoice is attached. */
export const pointsBought = (context: PurchaseContext & { readonly number: string }): EmailContent => ({
  subject: `${pointsText(context.points)} for ${rupees(context.amountPaise)}`,
  preview: `${context.points === 1 ? 'It is' : 'They are'} in your balance. Invoice ${context.number} is attached.`,
  heading: `Your Lit ${context.points === 1 ? 'point is' : 'points are'} here`,
  greeting: greeting(context.firstName),
  blocks: [
    {
      text: `${pointsAre(context.points)} in your balance. One point pays for one hour in any room. Bought points do not expire.`,
    },
    {
      facts: [
        ['Points', String(context.points)],
        ['Paid', `${rupees(context.amountPaise)} by card or UPI, GST included`],
        ['Invoice', context.number],
      ],
    },
    pointsLink(context),
    { small: `The invoice from ${brand.name} is attached.` },
  ],
});

const NOT_BOUGHT_TEXTS: Partial<Record<RefundReason, string>> = {
  'second-payment': 'We have received a second payment for Lit points that were already paid for.',
  'wrong-amount': 'We have received a payment for Lit points that does not match their price.',
  'account-blocked': 'We received a payment for Lit points after the account was blocked.',
  'account-closed': 'We received a payment for Lit points after the account was closed.',
};

/** A payment for points could not be used and is refunded. */
export const pointsNotBought = (
  context: PurchaseContext & { readonly reason: RefundReason },
): EmailContent => ({
  subject: `We are refunding ${rupees(context.amountPaise)}`,
  preview: 'A payment that we could not use is refunded in full.',
  heading: 'We are refunding your payment',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text:
        NOT_BOUGHT_TEXTS[context.reason] ??
        'We have received a payment for Lit points that we could not use.',
    },
    {
      text: `We are refunding the full amount, ${rupees(context.amountPaise)}, to the card or account you paid with, usually within 5 to 7 working days. You do not need to do anything.`,
    },
    pointsLink(context),
  ],
});

export const pointsRefunded = (context: PurchaseContext & SentRefund): EmailContent =>
  refundSent(context, {
    greeting: greeting(context.firstName),
    purchaseFacts: [['For', pointsText(context.points)]],
    link: pointsLink(context),
  });
