import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { type Failure, failureOf } from '../failure.ts';

/** Error texts by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** The labels of the fields that may have an error, in page order. */
export type FieldLabels = Readonly<Record<string, string>>;

/** The API's dates are 'YYYY-MM-DD'; people type the day first. */
const withDayFirstDates = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDayFirst);

/** Sentences that start with the label of the field. */
const fieldErrors = ({ details }: Failure, labels: FieldLabels): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details.fields ?? {})
      .filter(([field]) => field in labels)
      .map(([field, message]) => [field, `${labels[field] ?? ''} ${withDayFirstDates(message)}`]),
  );

/** The server's errors about fields, or the failure when it is about no field. */
export function errorsOrFailure(
  error: unknown,
  labels: FieldLabels,
): { readonly errors: FormErrors; readonly failure: Failure | null } {
  const failure = failureOf(error);
  const errors = fieldErrors(failure, labels);
  return { errors, failure: Object.keys(errors).length > 0 ? null : failure };
}

export function withoutError(errors: FormErrors, field: string): FormErrors {
  const { [field]: _corrected, ...otherErrors } = errors;
  return otherErrors;
}

/** In page order; null when no field has an error. */
export const firstInvalidField = (errors: FormErrors, fields: readonly string[]): string | null =>
  fields.find((field) => field in errors) ?? null;

/** `field` is the first field on the page with an error; null when no field has one. */
export interface EntryRejected {
  type: 'entryRejected';
  field: string | null;
}

/** Used as a guard. */
export const isValid = (_: unknown, { errors }: { readonly errors: FormErrors }): boolean =>
  Object.keys(errors).length === 0;
