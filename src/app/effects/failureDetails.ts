import type { ErrorBody } from '../../../contract/errors.ts';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCase, camelCased } from '../../../domain/text/camelCased.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import { slotsAt } from '../../../domain/time/slots.ts';
import type { FailureDetails } from '../../../machines/engine/failure.ts';
import { cancelTermsOf, moveTermsOf } from '../../bookings/effects.ts';
import { alternativesOf } from '../../rooms/effects.ts';

/** The details of an error of the API. `fields` is by the names of the form's fields; the keys of `present` and `changed` are data. */
export const failureDetailsOf = ({
  code: _code,
  message: _message,
  taken,
  alternatives,
  amount,
  price_per_hour,
  terms,
  move_terms,
  in_the_way,
  fields,
  present,
  changed,
  ...others
}: ErrorBody['error']): FailureDetails => ({
  ...camelCased(others),
  ...(taken && { taken: slotsAt(taken) }),
  ...(alternatives && { alternatives: alternativesOf(alternatives) }),
  ...(amount !== undefined && { amount: parsePaise(amount) }),
  ...(terms && { terms: cancelTermsOf(terms) }),
  ...(move_terms && { moveTerms: moveTermsOf(move_terms) }),
  ...(price_per_hour !== undefined && { pricePerHour: paiseOf(price_per_hour) }),
  ...(in_the_way && { inTheWay: in_the_way.map(ranged) }),
  ...(fields && {
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [camelCase(name), text])),
  }),
  ...(present && { present }),
  ...(changed && { changed }),
});
