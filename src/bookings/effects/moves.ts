import type { MoveResponse, MoveTerms } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { moveTermsOf } from '../effects.ts';
import { moveFields } from './moveFields.ts';

/** Each call carries the access token. */
export const createMoves = (authenticatedRequest: Send): Effects['moves'] => ({
  async terms(target, signal) {
    const { data } = await authenticatedRequest<{ data: MoveTerms }>({
      url: paths.moveTerms,
      params: moveFields(target),
      signal,
    });
    return moveTermsOf(data);
  },
  async move(target, { sequence, difference, refund }) {
    await authenticatedRequest<{ data: MoveResponse['data'] }>({
      method: 'post',
      url: paths.move,
      data: {
        ...moveFields(target),
        sequence,
        difference: amountField(difference),
        refund: amountField(refund),
      },
    });
  },
});
