import { rupees } from '../../domain/pricing.ts';
import type { Block, LetterContent } from './content.ts';

/** A refund that the provider has sent: its amount in paise, and what the provider and the bank call it. */
export interface SentRefund {
  readonly amountPaise: number;
  readonly providerReference: string | null;
  readonly bankReference: string | null;
}

type Facts = Extract<Block, { facts: unknown }>['facts'];

/** The letter about it. `about`: what was paid for; `see`: where it is shown. */
export const refundSent = (
  { amountPaise, providerReference, bankReference }: SentRefund,
  { greeting, about, see }: { greeting: string; about: Facts; see: Block },
): LetterContent => ({
  subject: `Your refund of ${rupees(amountPaise)} is on its way`,
  preview: 'The payment provider has sent it to your bank.',
  heading: 'Your refund is on its way',
  greeting,
  blocks: [
    {
      text: `The payment provider has sent ${rupees(amountPaise)} to the bank of the card or account that paid. When it shows there depends on the bank.`,
    },
    {
      facts: [
        ['Amount', rupees(amountPaise)],
        ...(providerReference === null ? [] : [['Refund', providerReference] as const]),
        ...(bankReference === null ? [] : [['Bank reference', bankReference] as const]),
        ...about,
      ],
    },
    see,
  ],
});
