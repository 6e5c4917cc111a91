import { formatDayFirst } from '../domain/typedDate.ts';
import { type Failure, failureOf } from './failure.ts';

/** Which fields of a form are wrong, and why. */
export type FormErrors = Readonly<Record<string, string>>;

/** The label of each field that may have an error, in page order. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Dates as people type them: the API's are 'YYYY-MM-DD'. */
const withDayFirstDates = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDayFirst);

/** The server's errors about fields of the form, as sentences. */
const fieldErrors = ({ details }: Failure, labels: FieldLabels): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details.fields ?? {})
      .filter(([field]) => field in labels)
      .map(([field, message]) => [field, `${labels[field] ?? ''} ${withDayFirstDates(message)}`]),
  );

/** What a form shows of a failed call: the errors of its fields, or the failure when it is about none of them. */
export function errorsOrFailure(
  error: unknown,
  labels: FieldLabels,
): { readonly errors: FormErrors; readonly failure: Failure | null } {
  const failure = failureOf(error);
  const errors = fieldErrors(failure, labels);
  return { errors, failure: Object.keys(errors).length > 0 ? null : failure };
}

/** The errors after a field was changed: its own is gone. */
export function withoutError(errors: FormErrors, field: string): FormErrors {
  const { [field]: _corrected, ...others } = errors;
  return others;
}

/** The first field on the page with an error; null when there is none. */
export const firstInvalidField = (errors: FormErrors, labels: FieldLabels): string | null =>
  Object.keys(labels).find((field) => field in errors) ?? null;
