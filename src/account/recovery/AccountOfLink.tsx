import Alert from '@mui/material/Alert';
import type { LinkDetails } from '../../../machines/account/link.ts';
import { dateAt, fullDate } from '../../../domain/time/calendar.ts';

const dayOf = (instant: string): string => fullDate(dateAt(Date.parse(instant)));

interface Props {
  details: LinkDetails;
  /** Shows only which account it is, not what the link does to it. */
  isBrief?: boolean;
}

/** Which account the link is about, and what happens to it. A reader who has no account recognises the account of a stranger. */
export function AccountOfLink({ details, isBrief = false }: Props) {
  const { action, account, device, isOwn } = details;
  if (account === null || account.kind === 'closed') return null;
  const made = `created on ${dayOf(account.since)}`;
  const held = account.bookings === 1 ? '1 upcoming booking' : `${account.bookings} upcoming bookings`;
  const effect = {
    reset: '',
    confirm: isOwn
      ? ' Other devices are signed out.'
      : ' Enter the password of that account. If you did not create it, enter nothing and press “This was not me”.',
    change: isOwn ? '' : ' Enter the password of that account.',
    register: '',
    invitation: isOwn
      ? ''
      : ' Enter the password of that account. If you do not know it, set a new one first; the invitation stays valid.',
  }[action];
  const text =
    account.kind === 'desk-made'
      ? action === 'register'
        ? `Our desk created an account for this address, with ${held}.${isBrief ? '' : ' They stay in your account.'}`
        : `Our desk created this account, with ${held}.${isBrief ? '' : ' They are yours when you have chosen a password.'}`
      : action === 'register'
        ? `The address was used before, for an account of ${account.firstName}, ${made}, with ${held}.`
        : `The account of ${account.firstName}, ${made}.${isBrief ? '' : effect}`;
  return (
    <Alert severity="info" role="none">
      <span>{text}</span>
      {device !== null && <span>{` Asked from ${device}.`}</span>}
    </Alert>
  );
}
