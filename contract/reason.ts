import { filledLine, optionalLine } from './values.ts';

/** The reason of the staff for a change that no rule requires; it is stored in the audit. */
export const reason = filledLine(500);

/** The same where a reason is optional. */
export const optionalReason = optionalLine(500);
