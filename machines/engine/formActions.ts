import type { Failure } from './failure.ts';
import {
  errorsOrFailure,
  type FieldLabels,
  firstInvalidField,
  type FormErrors,
  withoutError,
} from './formErrors.ts';

/** What every form remembers of its last attempt. */
export interface FormState {
  errors: FormErrors;
  /** Why the server refused the entry, when the reason is about no field. */
  failure: Failure | null;
}

export const noErrors: FormState = { errors: {}, failure: null };

/** The entry was rejected. `field` is the first field on the page with an error, null when no field has one. */
export interface EntryRejected {
  type: 'entryRejected';
  field: string | null;
}

/** The event of a changed field. */
export interface Changed {
  readonly field: string;
}

interface Found {
  readonly errors: FormErrors;
}

/** The guard `isValid`: the entry has no errors. */
export const isValid = (_: unknown, { errors }: Found): boolean => Object.keys(errors).length === 0;

/** The action `clearError`: a changed field has no error until the entry is sent again. */
export const clearedError = ({ errors }: FormState, { field }: Changed) => ({
  errors: withoutError(errors, field),
});

/** The action `showErrors`. */
export const shownErrors = (_: unknown, { errors }: Found): FormState => ({ errors, failure: null });

/** The action `setFailure`. `labels`: those of the fields about which the server may answer an error. */
export const failureWith =
  (labels: FieldLabels) =>
  (_: unknown, { error }: { readonly error: unknown }): FormState =>
    errorsOrFailure(error, labels);

/** The event of the action `emitRejected`. `fields`: those that may have an error, in page order. */
export const rejectionOf = ({ errors }: FormState, fields: readonly string[]): EntryRejected => ({
  type: 'entryRejected',
  field: firstInvalidField(errors, fields),
});
