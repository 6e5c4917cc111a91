import { filledLine, optionalLine } from './values.ts';

/** Why the staff change what no rule requires. It is stored in the audit. */
export const reason = filledLine(500);

export const optionalReason = optionalLine(500);
