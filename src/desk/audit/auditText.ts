import type { AuditEntry } from '../../../machines/desk/flows.ts';
import { auditIdFields } from '../../../domain/account/audit.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { camelCase } from '../../../domain/text/camelCased.ts';
import { POLICY_NAMES, policyPages } from '../../../domain/content/policyTexts.ts';
import { fieldName, fieldText } from '../ui/fieldText.ts';

/* The text of audit entries. */

/** Shown first, because the database does not keep the order of fields. */
const FIRST_FIELDS = ['userId', 'roomId', 'day', 'firstDay', 'lastDay', 'every', 'from', 'to', 'status'];

const placeOf = (field: string): number => FIRST_FIELDS.indexOf(camelCase(field)) + 1 || Infinity;

/** What the text of a change needs of its entry. */
type Change = Pick<AuditEntry, 'was' | 'became' | 'names'> & { readonly subject: string };

/** With names instead of ids. */
function valueText({ subject, names = {} }: Change, field: string, value: unknown): string {
  if (value === null && camelCase(field) === 'roomId' && subject === 'block-out') return 'all rooms';
  if (value === null || !(field in auditIdFields)) return fieldText(field, value);
  return [value]
    .flat()
    .map((id: unknown) => names[`${id as string | number}`] ?? 'a deleted one')
    .join(', ');
}

/** 'status: Booked → Cancelled'. The version is left out: it is for the program, not for people. */
export function changeText(entry: Change): string {
  const { was, became } = entry;
  const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])];
  return fields
    .filter((field) => field !== 'version')
    .toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map((field) => {
      const both = [was?.[field], became?.[field]].filter((value) => value !== undefined);
      const texts = new Set(both.map((value) => valueText(entry, field, value)));
      return `${fieldName(field)}: ${[...texts].join(' → ')}`;
    })
    .join('; ');
}

/** With the address of the subject's page. The text is empty when the action says it. */
export function subjectOf({ subject, subjectId: id, names = {}, bookingId: ofBooking }: AuditEntry): {
  readonly text: string;
  readonly href: string | null;
} {
  const name = names[id];
  const bookingId = subject === 'booking' ? id : (ofBooking ?? null);
  if (bookingId !== null) {
    return {
      text: [bookingReference(bookingId), name].filter(Boolean).join(', '),
      href: `/desk?booking=${bookingId}`,
    };
  }
  if (subject === 'enquiry') {
    return { text: name ?? 'the enquiry', href: `/desk?view=enquiries&enquiry=${id}` };
  }
  if (subject === 'account') {
    return { text: name ?? 'the account', href: `/desk?view=people&person=${id}` };
  }
  if (subject === 'company') {
    return { text: name ?? 'the company', href: `/desk?view=companies&company=${id}` };
  }
  const policy = subject === 'business' ? POLICY_NAMES.find((each) => each === id) : undefined;
  return { text: policy ? policyPages[policy].title : (name ?? ''), href: null };
}
