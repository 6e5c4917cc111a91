import { rupees } from '../../domain/money/pricing.ts';
import type { Block, EmailContent } from './content.ts';

/** A refund that the provider has sent: its amount in paise, and the references of the provider and the bank. */
export interface SentRefund {
  readonly amountPaise: number;
  readonly providerReference: string | null;
  readonly bankReference: string | null;
}

type Facts = Extract<Block, { facts: unknown }>['facts'];

/** `purchaseFacts`: facts about the purchase; `link`: the page that shows it. */
export const refundSent = (
  { amountPaise, providerReference, bankReference }: SentRefund,
  { greeting, purchaseFacts, link }: { greeting: string; purchaseFacts: Facts; link: Block },
): EmailContent => ({
  subject: `Your refund of ${rupees(amountPaise)} is on its way`,
  preview: 'The payment provider has sent it to your bank.',
  heading: 'Your refund is on its way',
  greeting,
  blocks: [
    {
      text: `The payment provider has sent ${rupees(amountPaise)} to the bank of the card or account you paid with. The bank decides when it appears on your statement.`,
    },
    {
      facts: [
        ['Amount', rupees(amountPaise)],
        ...(providerReference === null ? [] : [['Refund', providerReference] as const]),
        ...(bankReference === null ? [] : [['Bank reference', bankReference] as const]),
        ...purchaseFacts,
      ],
    },
    link,
  ],
});
