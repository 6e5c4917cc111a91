import { brand } from '../../domain/content/brand.ts';
import { roleTitles, type StaffRole } from '../../domain/account/roles.ts';
import { dateAt, fullDate, monthText } from '../../domain/time/calendar.ts';
import { greeting, personName, type Block, type EmailContent } from './content.ts';
import type { Links } from './links.ts';

interface AccountContext {
  readonly firstName: string | null;
  readonly links: Links;
}

export const welcome = ({ firstName, links }: AccountContext): EmailContent => ({
  subject: `Welcome to ${brand.name}`,
  preview: 'Your account is ready.',
  heading: 'Your account is ready',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `Thank you for joining ${brand.name}. You can book any of our meeting rooms for 30 minutes or longer, and pay by card or with Lit points.`,
    },
    { action: 'Find a room', href: links.rooms },
    { small: 'If you did not create this account, reply to this email and we will remove it.' },
  ],
});

export const alreadyRegistered = ({ firstName, links }: AccountContext): EmailContent => ({
  subject: `You already have an account at ${brand.name}`,
  preview: 'Sign in, or set a new password.',
  heading: 'You already have an account',
  greeting: greeting(firstName),
  blocks: [
    {
      text: 'Someone, probably you, has just tried to register with this email address. It already has an account, which has not changed.',
    },
    {
      text: 'Sign in with your password. If you have forgotten it, the sign-in page lets you set a new one.',
    },
    { action: 'Sign in', href: links.signIn },
    { small: 'If it was not you, you do not need to do anything.' },
  ],
});

/** A link in an email: its token, and the account and the device that it is about. */
interface LinkContext extends AccountContext {
  readonly token: string;
  /** `since`: when the account was made. Null when the link is about no account yet. */
  readonly account: { readonly firstName: string; readonly since: Date } | null;
  readonly device: string | null;
  /** When the link ends, milliseconds since 1970. */
  readonly until: number;
}

/** An account in words. The name is left out when it is not a plausible one, because anyone can enter a name. */
function accountText({ account }: LinkContext): string {
  if (account === null) return 'an account';
  const name = personName(account.firstName);
  const made = `created on ${fullDate(dateAt(account.since.getTime()))}`;
  return name === null ? `an account, ${made}` : `the account of ${name}, ${made}`;
}

const deviceFacts = ({ device, account }: LinkContext): Block => ({
  facts: [
    ['Account', account === null ? 'new' : (personName(account.firstName) ?? 'without a name')],
    ...(account === null ? [] : [['Created on', fullDate(dateAt(account.since.getTime()))] as const]),
    ['Asked from', device === null ? 'an unknown device' : device],
  ],
});

/** Asks whether an account that was registered with the address belongs to it. */
export const confirmAddressEmail = (context: LinkContext): EmailContent => ({
  subject: 'Please confirm your email address',
  preview: 'It takes one click.',
  heading: 'Is this your account?',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text: `This address was entered for ${accountText(context)}, at ${brand.name}. Please confirm that the account is yours.`,
    },
    { action: 'Confirm this address', href: context.links.confirmAddress(context.token) },
    deviceFacts(context),
    { small: 'If you did not create this account, nothing happens unless you press a button.' },
    { link: 'This was not me', href: context.links.notMyAddress(context.token) },
  ],
});

/** Finishes a registration of an address whose earlier account nobody has confirmed. */
export const finishRegistration = (context: LinkContext): EmailContent => ({
  subject: `Finish your registration at ${brand.name}`,
  preview: 'You need the password that you have just chosen.',
  heading: 'Finish your registration',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text:
        context.account === null
          ? `Someone, probably you, has registered this address at ${brand.name}.`
          : `Someone, probably you, has registered this address at ${brand.name}. It was used before, for ${accountText(context)}. The page shows what happens to that account.`,
    },
    { action: 'Finish my registration', href: context.links.confirmAddress(context.token) },
    deviceFacts(context),
    { small: 'If you did not register, ignore this email or end the registration.' },
    { link: 'This was not me', href: context.links.notMyAddress(context.token) },
  ],
});

/** Confirms that the address is the new one of an account. */
export const changeAddress = (context: LinkContext): EmailContent => ({
  subject: `Change the address of your account at ${brand.name} to this one`,
  preview: 'It needs the account’s password, or a browser that is signed in.',
  heading: 'Use this address for your account?',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text: `The user of ${accountText(context)}, wants to sign in with this address from now on. You need the password of that account, or a browser that is signed in to it.`,
    },
    { action: 'Change to this address', href: context.links.confirmAddress(context.token) },
    deviceFacts(context),
    { small: 'If this is not your account, do not enter anything. Nothing changes without its password.' },
    { link: 'This was not me', href: context.links.notMyAddress(context.token) },
  ],
});

export const reset = (context: LinkContext): EmailContent => ({
  subject: 'Set a new password',
  preview: 'The link works once, for 30 minutes.',
  heading: 'Set a new password',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text: `Someone, probably you, has asked to reset the password of your account at ${brand.name}. The link works once, for 30 minutes.`,
    },
    { action: 'Choose a new password', href: context.links.reset(context.token) },
    deviceFacts(context),
    { small: 'If it was not you, ignore this email. Your password will not change.' },
    { link: 'This was not me', href: context.links.notMyReset(context.token) },
  ],
});

/** For an account that the desk made for a customer. */
export const firstPassword = (context: LinkContext): EmailContent => ({
  subject: `Your account at ${brand.name}: choose a password`,
  preview: 'See, move and cancel your bookings online.',
  heading: 'We created an account for you',
  greeting: greeting(context.firstName),
  blocks: [
    {
      text: `Our desk has created an account with this address for your bookings at ${brand.name}. Choose a password to see, move and cancel them online.`,
    },
    { action: 'Choose a password', href: context.links.reset(context.token) },
    {
      small: `The link works once, until ${fullDate(dateAt(context.until))}. Please do not forward this email. Later, use “Forgot your password?” on the sign-in page.`,
    },
    { link: 'I have not booked anything', href: context.links.notMyReset(context.token) },
  ],
});

interface InvitationContext extends Pick<LinkContext, 'links' | 'token' | 'until' | 'account'> {
  readonly role: StaffRole;
  /** Null when it is not a plausible name. */
  readonly inviter: string | null;
}

export const staffInvitation = (context: InvitationContext): EmailContent => ({
  subject: `Invitation to the team of ${brand.name}`,
  preview: 'The link works once, for a week.',
  heading: `Work with us at ${brand.name}`,
  greeting: greeting(null),
  blocks: [
    {
      text: `${context.inviter ?? 'An owner'} invites you to work at the desk of ${brand.name} as ${roleTitles[context.role]}. ${
        context.account === null
          ? 'You choose a password on the next page.'
          : 'The role is added to the account of this address.'
      }`,
    },
    { action: 'Accept the invitation', href: context.links.staffInvitation(context.token) },
    {
      small: `The link works once, until ${fullDate(dateAt(context.until))}. Please do not forward this email.`,
    },
    { link: 'I do not know about this', href: context.links.declinedInvitation(context.token) },
  ],
});

export const passwordChanged = ({ firstName, links }: AccountContext): EmailContent => ({
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

export const addressChanged = ({ firstName }: AccountContext): EmailContent => ({
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

/** The invoice of a month or a credit note for it, which is attached. `due`: IST date; null for a credit note. */
export const companyDocument = ({
  firstName,
  number,
  month,
  total,
  due,
}: Pick<AccountContext, 'firstName'> & {
  readonly number: string;
  readonly month: string;
  /** With the symbol of the currency. */
  readonly total: string;
  readonly due: string | null;
}): EmailContent => {
  const name = due === null ? 'credit note' : 'invoice';
  return {
    subject: `Your ${name} ${number} from ${brand.name}`,
    preview: `${total}, meeting rooms on account in ${monthText(month)}`,
    heading: `Your ${name} for ${monthText(month)}`,
    greeting: greeting(firstName),
    blocks: [
      {
        text: `The ${name} ${number} for the bookings on your account in ${monthText(month)} is attached: ${total}.`,
      },
      {
        text:
          due === null
            ? 'The amount is taken off your account. It pays other bookings on it.'
            : `Please pay it by bank transfer until ${fullDate(due)}, with the reference ${number}, less what your account has as credit.`,
      },
    ],
  };
};

/** The desk has corrected an invoice. Both documents are attached. `wrong`: the number of the former invoice. */
export const invoiceCorrected = ({
  firstName,
  number,
  wrong,
  creditNote,
  isOnAccount,
}: Pick<AccountContext, 'firstName'> & {
  readonly number: string;
  readonly wrong: string;
  readonly creditNote: string;
  /** Of a company, which may not have paid yet. */
  readonly isOnAccount: boolean;
}): EmailContent => ({
  subject: `Your corrected invoice ${number} from ${brand.name}`,
  preview: `It replaces the invoice ${wrong}.`,
  heading: 'Your corrected invoice',
  greeting: greeting(firstName),
  blocks: [
    {
      text: `The details of the buyer on the invoice ${wrong} were wrong. The attached invoice ${number} replaces it, and the attached credit note ${creditNote} takes the former one back.`,
    },
    {
      text: isOnAccount
        ? `The amount due and its due date stay the same. Please use the new invoice in your accounts, and ${number} as the reference of a transfer.`
        : 'You have nothing to pay, and nothing is refunded. Please use the new invoice in your accounts.',
    },
  ],
});
