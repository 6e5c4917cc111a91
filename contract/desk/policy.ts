import { z } from 'zod';
import {
  MAX_CORRECTION_MINUTES,
  MAX_HOURS,
  MAX_STEPS,
  policyProblem,
} from '../../domain/money/cancellation.ts';
import { reason } from '../reason.ts';
import { cancellationPolicies } from '../rooms/rooms.ts';
import { calendarDate, count, wholeNumber } from '../values.ts';

/**
 * GET cancellation policy: the policies in force, followed by those that start on a later day, in order. `version` counts the
 * changes.
 */
export const deskPolicyResponse = z.object({
  data: z.object({ version: z.number(), policies: z.array(cancellationPolicies) }),
});
export type DeskPolicyResponse = z.infer<typeof deskPolicyResponse>;
export type DeskPolicy = DeskPolicyResponse['data'];

const policy = z
  .object({
    steps: z
      .array(z.object({ hours: wholeNumber(MAX_HOURS, 'hours'), percent: wholeNumber(100, 'percent') }))
      .max(MAX_STEPS, `must have at most ${MAX_STEPS} steps`),
    grace: z
      .object({ hours: wholeNumber(MAX_HOURS, 'hours'), leadHours: wholeNumber(MAX_HOURS, 'hours') })
      .nullable(),
    correctionMinutes: wholeNumber(MAX_CORRECTION_MINUTES, 'minutes').nullish(),
  })
  .superRefine((value, context) => {
    const message = policyProblem(value);
    if (message !== null) context.addIssue({ code: 'custom', path: ['steps'], message });
  });

/** POST set cancellation policy: the policies of bookings that are made from a day on. `version`: the one that was read. */
export const setPolicyRequest = z.object({
  version: count,
  from_day: calendarDate,
  card: policy,
  points: policy,
  reason,
});
export type SetPolicyRequest = z.output<typeof setPolicyRequest>;

/** POST remove cancellation policy: removes policies that are not in force yet. */
export const removePolicyRequest = z.object({ version: count, from_day: calendarDate, reason });
export type RemovePolicyRequest = z.output<typeof removePolicyRequest>;

/** Both calls return the new version. */
export const policyChangedResponse = z.object({ data: z.object({ version: z.number() }) });
