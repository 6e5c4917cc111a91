import {
  type CancellationStep,
  MAX_CORRECTION_MINUTES,
  MAX_HOURS,
  MAX_STEPS,
  stepProblem,
} from '../../domain/money/cancellation.ts';
import type { FormEntry } from '../engine/form/form.ts';
import type { FormErrors } from '../engine/form/formErrors.ts';

/* The form that sets the cancellation policy. Its fields have names such as 'card hours 0' and 'points grace'. */

const paidWith = ['card', 'points'] as const;

/** In page order, for both policies: the steps, then the grace period. */
export const policyFields = paidWith.flatMap((paid) => [
  ...Array.from({ length: MAX_STEPS }, (_, index) => [
    `${paid} hours ${index}`,
    `${paid} percent ${index}`,
  ]).flat(),
  `${paid} grace`,
  `${paid} lead`,
  `${paid} correction`,
]);

/** A whole number from 1 to `most`; null for any other text. */
function numberIn(entry: FormEntry, field: string, most: number): number | null {
  const text = (entry[field] ?? '').trim();
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

const isEmpty = (entry: FormEntry, field: string): boolean => (entry[field] ?? '').trim() === '';

const wrongHours = `Enter hours from 1 to ${MAX_HOURS}`;

/** A step or a grace period without numbers is left out. */
export function policyErrors(entry: FormEntry): FormErrors {
  const errors: Record<string, string> = {};
  for (const paid of paidWith) {
    let previous: CancellationStep | undefined;
    for (let index = 0; index < MAX_STEPS; index += 1) {
      const [hoursField, percentField] = [`${paid} hours ${index}`, `${paid} percent ${index}`];
      if (isEmpty(entry, hoursField) && isEmpty(entry, percentField)) continue;
      const hours = numberIn(entry, hoursField, MAX_HOURS);
      const percent = numberIn(entry, percentField, 100);
      if (hours === null) errors[hoursField] = wrongHours;
      if (percent === null) errors[percentField] = 'Enter a percentage from 1 to 100';
      if (hours === null || percent === null) continue;
      const step = { hours, percent };
      const problem = stepProblem(step, previous);
      if (problem) errors[`${paid} ${problem.field} ${index}`] = `E${problem.text.slice(1)}`;
      previous = step;
    }
    const correction = `${paid} correction`;
    if (!isEmpty(entry, correction) && numberIn(entry, correction, MAX_CORRECTION_MINUTES) === null) {
      errors[correction] = `Enter minutes from 1 to ${MAX_CORRECTION_MINUTES}`;
    }
    const graceFields = [`${paid} grace`, `${paid} lead`];
    if (graceFields.every((field) => isEmpty(entry, field))) continue;
    for (const field of graceFields) {
      if (numberIn(entry, field, MAX_HOURS) === null) errors[field] = wrongHours;
    }
  }
  return errors;
}
