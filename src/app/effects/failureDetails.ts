import type { ErrorBody } from '../../../contract/errors.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import { slotsAt } from '../../../domain/time/slots.ts';
import type { FailureDetails } from '../../../machines/engine/failure.ts';
import { alternativesOf } from '../../rooms/room.ts';

/** The details of an error of the API. The keys of `fields`, `present` and `changed` are data. */
export const failureDetailsOf = ({
  code: _code,
  message: _message,
  taken,
  alternatives,
  price_per_hour,
  in_the_way,
  fields,
  present,
  changed,
  ...others
}: ErrorBody['error']): FailureDetails => ({
  ...camelCased(others),
  ...(taken && { taken: slotsAt(taken) }),
  ...(alternatives && { alternatives: alternativesOf(alternatives) }),
  ...(price_per_hour !== undefined && { pricePerHour: paiseOf(price_per_hour) }),
  ...(in_the_way && { inTheWay: in_the_way.map(ranged) }),
  ...(fields && { fields }),
  ...(present && { present }),
  ...(changed && { changed }),
});
