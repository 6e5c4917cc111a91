import { type CancellationStep, MAX_HOURS, MAX_STEPS, stepProblem } from '../../domain/cancellation.ts';
import type { FormEntry } from '../accountForm.ts';
import type { FormErrors } from '../formErrors.ts';

/* The fields of the form that sets the cancellation policy: 'card hours 0', 'points grace'. */

const paidWith = ['card', 'points'] as const;

/** The fields of the steps of a policy, and then those of its grace, in page order. */
export const policyFields = paidWith.flatMap((paid) => [
  ...Array.from({ length: MAX_STEPS }, (_, nth) => [`${paid} hours ${nth}`, `${paid} percent ${nth}`]).flat(),
  `${paid} grace`,
  `${paid} lead`,
]);

/** The whole number from 1 to `most` that was typed, null for any other text. */
function numberIn(entry: FormEntry, field: string, most: number): number | null {
  const text = (entry[field] ?? '').trim();
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

const isEmpty = (entry: FormEntry, field: string): boolean => (entry[field] ?? '').trim() === '';

const wrongHours = `Enter hours from 1 to ${MAX_HOURS}`;

/** Which numbers of a new policy are wrong, and why. A step or a grace without any number is none. */
export function policyErrors(entry: FormEntry): FormErrors {
  const errors: Record<string, string> = {};
  for (const paid of paidWith) {
    let before: CancellationStep | undefined;
    for (let nth = 0; nth < MAX_STEPS; nth += 1) {
      const [ofHours, ofPercent] = [`${paid} hours ${nth}`, `${paid} percent ${nth}`];
      if (isEmpty(entry, ofHours) && isEmpty(entry, ofPercent)) continue;
      const hours = numberIn(entry, ofHours, MAX_HOURS);
      const percent = numberIn(entry, ofPercent, 100);
      if (hours === null) errors[ofHours] = wrongHours;
      if (percent === null) errors[ofPercent] = 'Enter a percentage from 1 to 100';
      if (hours === null || percent === null) continue;
      const step = { hours, percent };
      const problem = stepProblem(step, before);
      if (problem) errors[`${paid} ${problem.field} ${nth}`] = `E${problem.text.slice(1)}`;
      before = step;
    }
    const grace = [`${paid} grace`, `${paid} lead`];
    if (grace.every((field) => isEmpty(entry, field))) continue;
    for (const field of grace) {
      if (numberIn(entry, field, MAX_HOURS) === null) errors[field] = wrongHours;
    }
  }
  return errors;
}
