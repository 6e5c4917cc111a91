import type { ErrorCode } from '../../contract/errors.ts';

/** What each error code means to a caller, and what the caller can do about it. */
export const errorMeanings: Record<ErrorCode, string> = {
  'bad-input': 'The request is malformed, or `fields` names each field whose value is refused.',
  'payment-not-verified': 'The signature does not match. Nothing was changed.',
  unauthenticated: 'The access token is missing, expired or revoked. Refresh the session, or sign in.',
  'wrong-credentials': 'No account has this e-mail address and password.',
  blocked: 'The account may not book. Contact the business.',
  'not-a-member': 'Only members pay with points, and buy them.',
  'foreign-user': 'The named user is not the user of the access token.',
  'wrong-password': 'The password in the request is not the right one. The session continues.',
  'not-allowed': 'The role of the account does not allow this.',
  'not-found': 'There is no such thing, or it belongs to another user.',
  'slot-taken': 'Somebody else has one of the slots. `taken` has the slots that are taken now.',
  'payment-under-way':
    'The same user pays for one of the slots in another window. Wait, or release that payment.',
  'already-booked': 'The same user has booked one of the slots already.',
  'email-taken': 'The e-mail address has an account. Sign in, or reset the password.',
  'email-unconfirmed':
    'The e-mail address was registered before and never confirmed. A letter with a link was sent to it.',
  'bookings-ahead': 'The account has bookings that are not over. Cancel them before closing it.',
  'price-changed': 'The price is another by now. `amount` and `price_per_hour` are the current ones.',
  'too-many-holds': 'The user holds too many unpaid slots. `holds.until` says when enough of them expire.',
  'terms-changed':
    'Cancelling or moving has other terms by now. `terms` or `move_terms` has the current ones.',
  'already-begun': 'The time of the booking has begun or is over.',
  'called-off': 'The booking was cancelled by its customer.',
  'not-paid': 'The booking is held for its payment. Release the payment instead.',
  'not-booked': 'The booking never was, or is no longer, booked.',
  'too-late-to-move': 'Cancelling the booking is not free any more, so it cannot be moved.',
  'same-times': 'The booking has this room, date and time already.',
  'last-owner': 'The account is the only owner; make another one first.',
  'still-free': 'The times can be booked, so there is nothing to wait for.',
  'too-many-waits':
    'The user waits for as many times as one may, or has let these times go before. Leave another first.',
  'in-the-way': 'Somebody has some of the times. `in_the_way` has who. Move them, or block around them.',
  'second-factor-needed': 'The session has not shown the second factor of its account yet.',
  'second-factor-missing': 'The account must set up a second factor first.',
  'was-published': 'The post has been on the site. Take it off instead of deleting it.',
  'changed-meanwhile': 'What is to be changed has been changed by somebody else since it was shown.',
  'not-begun': 'The booking has not begun yet.',
  'hold-over': 'The hold ended and the slots are gone. What was paid is refunded.',
  'link-over': 'The link was used, was replaced by a newer one, or is too old.',
  'too-large': 'The body is too large.',
  'unsupported-media':
    'The body is neither JSON, urlencoded nor multipart, or it has a file; or it is not the kind of file that is asked for.',
  'not-enough-points': 'The balance of points is too small.',
  'too-many-requests': 'Too many requests. Wait for `Retry-After` seconds where that header is present.',
  internal: 'A defect of the server. `request_id` names the entry in its log.',
  unavailable: 'The server or the payment provider cannot do it at the moment. Repeat the request later.',
};
