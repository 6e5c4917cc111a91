import { brand } from '../../domain/brand.ts';
import { pointsAre, pointsText } from '../../domain/points.ts';
import { rupees } from '../../domain/pricing.ts';
import type { RefundReason } from '../../domain/refundReasons.ts';
import { greeting, type Block, type LetterContent } from './content.ts';
import type { Links } from './links.ts';
import { refundSent, type SentRefund } from './refundSent.ts';

interface AboutPurchase {
  readonly firstName: string | null;
  readonly points: number;
  readonly amountPaise: number;
  readonly links: Links;
}

const see = ({ links }: AboutPurchase): Block => ({ action: 'See your points', href: links.profile });

/** Points were bought and are in the balance; the invoice is attached. */
export const pointsBought = (about: AboutPurchase & { readonly number: string }): LetterContent => ({
  subject: `${pointsText(about.points)} for ${rupees(about.amountPaise)}`,
  preview: `${about.points === 1 ? 'It is' : 'They are'} in your balance. Invoice ${about.number} is attached.`,
  heading: `Your Lit ${about.points === 1 ? 'point is' : 'points are'} here`,
  greeting: greeting(about.firstName),
  blocks: [
    {
      text: `${pointsAre(about.points)} in your balance. One point pays one hour in any room, and bought points do not end.`,
    },
    {
      facts: [
        ['Points', String(about.points)],
        ['Paid', `${rupees(about.amountPaise)} by card or UPI, GST included`],
        ['Invoice', about.number],
      ],
    },
    see(about),
    { small: `The invoice from ${brand.name} is attached.` },
  ],
});

const WHY_NOT_BOUGHT: Partial<Record<RefundReason, string>> = {
  'second-payment': 'Your points were paid already, and a second payment for them has arrived.',
  'wrong-amount': 'A payment for Lit points has arrived that is not of their price.',
  'account-closed': 'A payment for Lit points has arrived after the account was closed.',
};

/** A payment for points bought nothing and goes back. */
export const pointsNotBought = (about: AboutPurchase & { readonly reason: RefundReason }): LetterContent => ({
  subject: `${rupees(about.amountPaise)} goes back to you`,
  preview: 'A payment that we could not use is refunded in full.',
  heading: 'We refund your payment',
  greeting: greeting(about.firstName),
  blocks: [
    {
      text: WHY_NOT_BOUGHT[about.reason] ?? 'A payment for Lit points has arrived that we could not use.',
    },
    {
      text: `We refund all of it, ${rupees(about.amountPaise)}, to the card or account that paid, usually within 5 to 7 working days. There is nothing for you to do.`,
    },
    see(about),
  ],
});

/** The refund of such a payment is on its way. */
export const pointsRefunded = (about: AboutPurchase & SentRefund): LetterContent =>
  refundSent(about, {
    greeting: greeting(about.firstName),
    about: [['For', pointsText(about.points)]],
    see: see(about),
  });
