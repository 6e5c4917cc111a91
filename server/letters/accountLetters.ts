import { brand } from '../../domain/brand.ts';
import { greeting, type LetterContent } from './content.ts';
import type { Links } from './links.ts';

interface ToAccount {
  readonly firstName: string | null;
  readonly links: Links;
}

export const welcome = ({ firstName, links }: ToAccount): LetterContent => ({
  subject: `Welcome to ${brand.name}`,
  preview: 'Your account is ready.',
  heading: 'Your account is ready',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Thank you for joining ${brand.name}. You can book any of our meeting rooms by the half hour, and pay by card or with Lit points.`,
    },
    { action: 'Find a room', href: links.rooms },
    { small: 'If you did not make this account, reply to this letter and we will remove it.' },
  ],
});

export const alreadyRegistered = ({ firstName, links }: ToAccount): LetterContent => ({
  subject: `You already have an account at ${brand.name}`,
  preview: 'Sign in with it, or set a new password.',
  heading: 'You already have an account',
  greeting: greeting(firstName),
  blocks: [
    {
      text: 'Somebody, probably you, has just tried to register with this e-mail address. It has an account already, which is as it was.',
    },
    {
      text: 'Sign in with your password. If you have forgotten it, the sign-in page lets you set a new one.',
    },
    { action: 'Sign in', href: links.signIn },
    { small: 'If it was not you, there is nothing to do.' },
  ],
});

export const confirmAddress = ({
  firstName,
  links,
  token,
}: ToAccount & { readonly token: string }): LetterContent => ({
  subject: 'Please confirm your e-mail address',
  preview: 'One press, and the address is yours.',
  heading: 'Is this your address?',
  greeting: greeting(firstName),
  blocks: [
    { text: `This address was given for an account at ${brand.name}. Please confirm that it is yours.` },
    { action: 'Confirm this address', href: links.confirmAddress(token) },
    {
      small:
        'If you did not ask for this, ignore this letter: nothing happens without the press of that button.',
    },
  ],
});

export const reset = ({
  firstName,
  links,
  token,
}: ToAccount & { readonly token: string }): LetterContent => ({
  subject: 'Set a new password',
  preview: 'The link works once, for 30 minutes.',
  heading: 'Set a new password',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Somebody, probably you, asked for a new password for your account at ${brand.name}. The link works once, for 30 minutes.`,
    },
    { action: 'Choose a new password', href: links.reset(token) },
    { small: 'If it was not you, ignore this letter: your password stays as it is.' },
  ],
});

export const passwordChanged = ({ firstName, links }: ToAccount): LetterContent => ({
  subject: 'Your password was changed',
  preview: 'If it was not you, act now.',
  heading: 'Your password was changed',
  greeting: greeting(firstName),
  blocks: [
    { text: `The password of your account at ${brand.name} has just been changed.` },
    {
      text: 'If it was not you, set a new password at once from the sign-in page, and reply to this letter.',
    },
    { action: 'Go to the sign-in page', href: links.signIn },
  ],
});

export const addressChanged = ({ firstName }: ToAccount): LetterContent => ({
  subject: 'The e-mail address of your account was changed',
  preview: 'If it was not you, reply to this letter.',
  heading: 'Your account has a new address',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Your account at ${brand.name} has another e-mail address from now on. Letters about it go there, and signing in works with the new address.`,
    },
    { text: 'If it was not you, reply to this letter at once.' },
  ],
});
