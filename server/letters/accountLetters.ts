import { brand } from '../../domain/brand.ts';
import { greeting, type LetterContent } from './content.ts';
import type { Links } from './links.ts';

interface AccountContext {
  readonly firstName: string | null;
  readonly links: Links;
}

export const welcome = ({ firstName, links }: AccountContext): LetterContent => ({
  subject: `Welcome to ${brand.name}`,
  preview: 'Your account is ready.',
  heading: 'Your account is ready',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Thank you for joining ${brand.name}. You can book any of our meeting rooms by the half hour, and pay by card or with Lit points.`,
    },
    { action: 'Find a room', href: links.rooms },
    { small: 'If you did not create this account, reply to this email and we will remove it.' },
  ],
});

export const alreadyRegistered = ({ firstName, links }: AccountContext): LetterContent => ({
  subject: `You already have an account at ${brand.name}`,
  preview: 'Sign in, or set a new password.',
  heading: 'You already have an account',
  greeting: greeting(firstName),
  blocks: [
    {
      text: 'Somebody, probably you, has just tried to register with this email address. It already has an account, which has not changed.',
    },
    {
      text: 'Sign in with your password. If you have forgotten it, the sign-in page lets you set a new one.',
    },
    { action: 'Sign in', href: links.signIn },
    { small: 'If it was not you, you do not need to do anything.' },
  ],
});

export const confirmAddress = ({
  firstName,
  links,
  token,
}: AccountContext & { readonly token: string }): LetterContent => ({
  subject: 'Please confirm your email address',
  preview: 'It takes one click.',
  heading: 'Is this your address?',
  greeting: greeting(firstName),
  blocks: [
    { text: `This address was entered for an account at ${brand.name}. Please confirm that it is yours.` },
    { action: 'Confirm this address', href: links.confirmAddress(token) },
    {
      small: 'If you did not request this, ignore this email. Nothing happens unless you click the button.',
    },
  ],
});

export const reset = ({
  firstName,
  links,
  token,
}: AccountContext & { readonly token: string }): LetterContent => ({
  subject: 'Set a new password',
  preview: 'The link works once, for 30 minutes.',
  heading: 'Set a new password',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Somebody, probably you, has asked to reset the password of your account at ${brand.name}. The link works once, for 30 minutes.`,
    },
    { action: 'Choose a new password', href: links.reset(token) },
    { small: 'If it was not you, ignore this email. Your password will not change.' },
  ],
});

export const passwordChanged = ({ firstName, links }: AccountContext): LetterContent => ({
  subject: 'Your password was changed',
  preview: 'If it was not you, act now.',
  heading: 'Your password was changed',
  greeting: greeting(firstName),
  blocks: [
    { text: `The password of your account at ${brand.name} has just been changed.` },
    {
      text: 'If it was not you, set a new password on the sign-in page at once, and reply to this email.',
    },
    { action: 'Go to the sign-in page', href: links.signIn },
  ],
});

export const addressChanged = ({ firstName }: AccountContext): LetterContent => ({
  subject: 'The email address of your account was changed',
  preview: 'If it was not you, reply to this email.',
  heading: 'Your account has a new address',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Your account at ${brand.name} now has a different email address. We will write to the new address from now on, and you sign in with it.`,
    },
    { text: 'If it was not you, reply to this email at once.' },
  ],
});
