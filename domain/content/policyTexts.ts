import { ARRIVAL_INSTRUCTIONS } from '../rooms/arrivalInstructions.ts';
import { brand } from './brand.ts';
import { TAX_PERCENT } from '../money/pricing.ts';

/** The texts of the site that owners write. */
export const POLICY_NAMES = ['terms', 'privacy', 'cancellation'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

export const policyPages = {
  terms: { title: 'Terms', path: '/terms' },
  privacy: { title: 'Privacy', path: '/privacy' },
  cancellation: { title: 'Cancellation policy', path: '/cancellation-policy' },
} as const satisfies Record<PolicyName, object>;

/** What a page shows before an owner has saved a text. */
export const NO_POLICY_TEXT = { text: null, changedOn: null } as const;

/** A text of the site in Markdown; null until an owner has saved one. */
export interface PolicyText {
  readonly text: string | null;
  /** IST date. */
  readonly changedOn: string | null;
}

export const policyTextNames: Readonly<Record<PolicyName, string>> = {
  terms: 'terms',
  privacy: 'privacy policy',
  cancellation: 'text of the cancellation policy',
};

/** In characters of Markdown. */
export const MAX_POLICY_TEXT_LENGTH = 20_000;

/**
 * The texts of the build, in Markdown, which pages show until an owner has saved others. The pages add what the rest of the
 * site decides: the business's details, and the refund rules of the cancellation policy.
 */
export const builtPolicyTexts: Readonly<Record<PolicyName, string>> = {
  terms: `## Booking

A booking is made when we confirm it on the screen and by email. Until a payment is complete, the times are held for a few minutes only. Rooms are booked in steps of 30 minutes, up to six months ahead.

## Prices and paying

Prices are in rupees per hour and may differ by weekday and time of day; ${TAX_PERCENT}% GST is added and shown before you pay. You pay by card or UPI through our payment provider; only the provider sees your card. Members can pay with Lit points: one point is one hour. We email you an invoice, which you can also download from the booking.

## Using the room

${ARRIVAL_INSTRUCTIONS}

- There must not be more people than seats in the room.
- The time you book includes setting up and clearing away.
- If you damage something, you pay for its repair.

## Cancelling and moving

You can do both yourself in My bookings. [The cancellation policy says what is refunded.](/cancellation-policy)

## If something goes wrong

If we cannot give you the room that you booked, you can choose another room or a full refund. Payments that reach us after a room was taken are refunded in full automatically.

## Law

Indian law governs these terms; the courts of ${brand.city} have jurisdiction over disputes.`,

  privacy: `## What we store

- Your account: name, email address, phone number, and your company details.
- Your bookings and payments, with the provider’s references; never your card details.
- Your password, only as a one-way hash.
- The devices on which you are signed in: their type and the time.
- What you write to us in an enquiry.

## Why we store it

To book rooms for you, to take payments and refund them, to write to you about your bookings, and to issue the invoices that the law requires. We do not sell your data, show advertisements or track you across the web.

## In your browser

Your browser stores your session tokens and what you have typed or chosen, so that nothing is lost when you reload. There are no advertising cookies.

## Who else sees it

The payment provider sees what it needs for a payment. When you open a room’s map, the map provider can see that. The sketch maps on our pages are our own.

## How long

As long as you have the account. When you close it, your name and phone number are removed at once, and your email address after two weeks, during which we may email you about refunds. Invoices are kept for as long as tax law requires.

## What you can do

[Your profile](/profile) shows and changes what we keep, exports all of it as a file, and closes the account.`,

  cancellation: `## Refunds

Refunds go to your original payment method, usually within five to seven working days. Points return to your balance at once.

## Moving

While cancelling is free, you can move a booking to another time or room: you pay the difference if the new one costs more, and we refund it if it costs less.

## How

Open the booking in [My bookings](/my-bookings): the page shows the refund before you confirm.`,
};
