import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { type Failure, failureOf } from '../failure.ts';

/** The error texts of a form by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** The labels of the fields that may have an error, in page order. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Replaces the API's dates ('YYYY-MM-DD') by dates as people type them. */
const withDayFirstDates = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDayFirst);

/** The server's errors about fields of the form, as sentences that start with the field's label. */
const fieldErrors = ({ details }: Failure, labels: FieldLabels): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details.fields ?? {})
      .filter(([field]) => field in labels)
      .map(([field, message]) => [field, `${labels[field] ?? ''} ${withDayFirstDates(message)}`]),
  );

/** The result of a failed call for a form: the errors of its fields, or the failure when it is about none of them. */
export function errorsOrFailure(
  error: unknown,
  labels: FieldLabels,
): { readonly errors: FormErrors; readonly failure: Failure | null } {
  const failure = failureOf(error);
  const errors = fieldErrors(failure, labels);
  return { errors, failure: Object.keys(errors).length > 0 ? null : failure };
}

/** The errors after a change of a field, without the error of that field. */
export function withoutError(errors: FormErrors, field: string): FormErrors {
  const { [field]: _corrected, ...otherErrors } = errors;
  return otherErrors;
}

/** The first of the fields, in page order, with an error; null when there is none. */
export const firstInvalidField = (errors: FormErrors, fields: readonly string[]): string | null =>
  fields.find((field) => field in errors) ?? null;

/** The entry was rejected. `field` is the first field on the page with an error, null when no field has one. */
export interface EntryRejected {
  type: 'entryRejected';
  field: string | null;
}

/** The guard `isValid`: the entry has no errors. */
export const isValid = (_: unknown, { errors }: { readonly errors: FormErrors }): boolean =>
  Object.keys(errors).length === 0;
