import type { ErrorCode } from '../../contract/errors.ts';

/** What the code means for a caller, and what the caller can do. */
export const errorMeanings: Record<ErrorCode, string> = {
  'bad-input': 'The request is malformed, or `fields` names each field whose value is refused.',
  'payment-not-verified': 'The signature does not match. Nothing was changed.',
  unauthenticated: 'The access token is missing, expired or revoked. Refresh the session, or sign in.',
  'wrong-credentials': 'No account has this email address and password.',
  blocked: 'The account may not book. Contact the business.',
  'not-a-member': 'Only members can buy points and pay with them.',
  'foreign-user': 'The named user is not the user of the access token.',
  'wrong-password': 'The password in the request is wrong. The session continues.',
  'not-allowed': 'The role of the account does not allow this.',
  'not-found': 'It does not exist, or it belongs to another user.',
  'slot-taken': 'Somebody else has one of the slots. `taken` has the slots that are taken now.',
  'payment-under-way':
    'The same user is paying for one of the slots in another window. Wait, or release that payment.',
  'already-booked': 'The same user has already booked one of the slots.',
  'email-taken': 'The email address already has an account. Sign in, or reset the password.',
  'phone-known':
    'A customer has the phone number of the new one, who has no email address; `account` names the customer.',
  'email-unconfirmed':
    'Nobody has confirmed the email address of its account. At a registration, an email with a link was sent to it; a series needs the confirmation first. At the desk, `account` names the account.',
  'earlier-account':
    'An earlier account of the address, which nobody confirmed, holds bookings, points or money. Send `earlier`.',
  'no-recipient': 'The account has no email address any more, so nothing can be sent to it.',
  'reference-used': 'The UPI reference has paid or returned something else already.',
  'points-left':
    'Closing the account would lose points that were bought or returned. Repeat the call with `lost_points` to agree.',
  'bookings-ahead': 'The account has upcoming bookings. Cancel them before closing it.',
  'price-changed': 'The price has changed. `amount` and `price_per_hour` are the current ones.',
  'too-many-holds': 'The user holds too many unpaid slots. `holds.until` says when enough of them expire.',
  'unpaid-limit':
    'The account, or all new customers of its network, hold or have held too many slots without paying. `unpaid` has the limit and when it ends.',
  'not-on-account':
    "The user's company does not pay for the booking: its limit is reached, its account is closed, or the user does not book for one.",
  'terms-changed':
    'The terms of cancelling or moving have changed. `terms` or `move_terms` has the current ones.',
  'already-begun': 'The time of the booking has begun or is over.',
  'called-off': 'The booking was cancelled by its customer.',
  'not-paid': 'The booking is held for its payment. Release the payment instead.',
  'not-booked': 'The booking was never confirmed, or is no longer confirmed.',
  'too-late-to-move': 'Cancelling the booking is no longer free, so it cannot be moved.',
  'same-times': 'The booking already has this room, date and time.',
  'last-owner': 'The account is the only owner. Give another account this role first.',
  'still-free': 'The times can be booked, so there is nothing to wait for.',
  'too-many-waits':
    'The user already waits for the maximum number of times, or has let these times go before. Leave another entry first.',
  'in-the-way':
    'Some of the times are taken. `in_the_way` lists by whom. Move these bookings, or block the other times.',
  'second-factor-needed': 'The session has not proved the second factor of its account yet.',
  'second-factor-missing': 'The account must set up a second factor first.',
  'weak-password': 'The password of the account is short or common. It must be changed first.',
  'was-published': 'The post has been on the site. Take it off instead of deleting it.',
  'changed-meanwhile': 'Somebody else has changed the record since it was loaded.',
  'too-late-to-correct': 'The law no longer allows a correction of the invoice.',
  'above-refund-limit':
    'The refund exceeds what the policy returns by more than the role may return. Return less, and request the rest as a refund of an amount.',
  disputed: 'A bank decides about a dispute of the payment. The refund waits for it.',
  'not-begun': 'The booking has not begun yet.',
  'hold-over': 'The hold has ended and the slots are released. A payment is refunded.',
  'link-over': 'The link was used, was replaced by a newer one, or is too old.',
  'too-large': 'The body is too large.',
  'unsupported-media':
    'The body is neither JSON, urlencoded nor multipart, or it contains a file; or the file is not of the required kind.',
  'not-enough-points': 'The balance of points is too small.',
  'too-many-requests': 'Too many requests. Wait for `Retry-After` seconds where that header is present.',
  internal: 'An error of the server. `request_id` names the entry in its log.',
  unavailable:
    'The server or the payment provider cannot process the request at the moment. Repeat it later.',
};
