import { rupees } from '../../domain/money/pricing.ts';
import { userById } from '../account/users.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { type Charge, tryCharge } from './charges.ts';

const refusal = (...sentences: string[]): ApiError => new ApiError('not-on-account', sentences.join(' '));

/**
 * `tryCharge` for a person of the company on the site. `moved`: the payment of the booking that moves to times that cost more by the
 * amount. Throws 409 'not-on-account', also for an address that nobody has proven: the desk may have given the right to the address,
 * and somebody else registered it.
 */
export async function chargeOnSite(
  tx: Tx,
  userId: string,
  amountPaise: number,
  moved: string | null = null,
): Promise<Charge> {
  const isMove = moved !== null;
  const nothing = isMove ? '' : 'Nothing was booked. ';
  const otherwise = isMove ? 'Please ask us to change it.' : 'You can pay it yourself.';
  const user = await userById(tx, userId);
  if (!user || user.email_confirmed_at === null) {
    throw refusal(
      `${nothing}Confirm your email address first: open the link in our email, or have it sent again in your profile.`,
    );
  }
  const charge = await tryCharge(tx, userId, amountPaise, moved);
  switch (charge.refusal) {
    case null:
      return charge;
    case 'above-limit':
      throw refusal(
        `${charge.name} has ${rupees(charge.leftPaise, 'always')} left on its account, and this ${isMove ? 'change' : 'booking'} costs ${rupees(amountPaise, 'always')}.`,
        isMove
          ? 'Choose times that cost less, or ask us to change it.'
          : `${nothing}Choose a shorter time, or pay it yourself.`,
      );
    case 'closed':
      throw refusal(`The account of ${charge.name} is closed. ${nothing}${otherwise}`);
    default:
      throw refusal(
        `You no longer book for ${isMove ? 'the company of this booking' : 'a company'}. ${nothing}${otherwise}`,
      );
  }
}
