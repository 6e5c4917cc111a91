import { filledLine, optionalLine } from './values.ts';

/** Why staff do something that a rule does not foresee; it is kept in the audit. */
export const reason = filledLine(500);

/** The same where staff need not say why. */
export const optionalReason = optionalLine(500);
