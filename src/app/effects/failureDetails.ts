import type { ErrorBody } from '../../../contract/errors.ts';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCase, camelCased } from '../../../domain/text/camelCased.ts';
import { ranged } from '../../../domain/time/apiTimes.ts';
import { slotsAt } from '../../../domain/time/slots.ts';
import type { FailureDetails } from '../../../machines/engine/failure.ts';
import { cancelTermsOf, moveTermsOf } from '../../bookings/effects.ts';
import { alternativesOf, rateOf } from '../../rooms/effects.ts';

/** The fields that have different names in forms and in the API. */
const formFields: Readonly<Record<string, string>> = {
  mid: 'roomId',
  bdate: 'day',
  stime: 'start',
  ctime: 'end',
};

const byFormField = <Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [formFields[name] ?? camelCase(name), value]),
  );

/** The keys of `changed` are data. */
export const failureDetailsOf = ({
  code: _code,
  message: _message,
  taken,
  alternatives,
  amount,
  price_per_hour,
  rates,
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
  ...(rates && { rates: rates.map(rateOf) }),
  ...(in_the_way && { inTheWay: in_the_way.map(ranged) }),
  ...(fields && { fields: byFormField(fields) }),
  ...(present && { present: byFormField(present) }),
  ...(changed && { changed }),
});
