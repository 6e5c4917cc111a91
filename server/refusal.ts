import type { ErrorBody, ErrorCode } from '../contract/errors.ts';

/** What helps the caller to do better: the bad fields, or with a 409 the slots, the price or the holds as they are now. */
export type Repair = Pick<ErrorBody['error'], 'fields' | 'taken' | 'amount' | 'price_per_hour' | 'holds'>;

/**
 * The server says no, for a reason of the catalogue in contract/errors (ruling 18). Thrown anywhere below a route; the
 * error plugin turns it into the answer. `message` goes out as it is, so it holds nothing private.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly repair: Repair;

  constructor(code: ErrorCode, message: string, repair: Repair = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.repair = repair;
  }
}

/** The refusal of one bad field. */
export const badField = (field: string, message: string): Refusal =>
  new Refusal('bad-input', `${field} ${message}`, { fields: { [field]: message } });
