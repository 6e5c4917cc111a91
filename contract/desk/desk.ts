import { z } from 'zod';
import { auditSubjects } from '../../domain/account/audit.ts';
import { roles } from '../../domain/account/roles.ts';
import { reason } from '../reason.ts';
import { emailAddress } from '../account/session.ts';
import { calendarDate, count, filledText } from '../values.ts';

const role = z.enum(roles);
const staffRole = role.exclude(['customer']);

/** GET me: the signed-in employee. */
const staff = z.object({
  id: z.string(),
  name: z.string(),
  role: staffRole,
  /** Whether the account has a second factor. */
  second_factor: z.boolean(),
  /** What the public pages of a server in production still show of the demo, in words. */
  demo_details: z.array(z.string()).optional(),
});
export type Staff = z.infer<typeof staff>;
export const staffResponse = z.object({ data: staff });
export type StaffResponse = z.infer<typeof staffResponse>;

/** GET roles: everybody who has a role, owners first. */
const colleague = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: staffRole,
  second_factor: z.boolean(),
});
export type Colleague = z.infer<typeof colleague>;
export const rolesResponse = z.object({ data: z.array(colleague) });
export type RolesResponse = z.infer<typeof rolesResponse>;

/** POST give role: the email address of an account, and its new role. */
export const giveRoleRequest = z.object({ email: emailAddress, role, reason });
export type GiveRoleRequest = z.output<typeof giveRoleRequest>;

export const MAX_AUTHORS = 200;

/** GET audit: the entries before `before`, or the newest; with a subject only those about it. The newest first. */
export const auditQuery = z.object({
  before: count.optional(),
  subject: z.enum(auditSubjects).optional(),
  subject_id: z.string().min(1).max(64).optional(),
  /** As the entries name the author. */
  by: filledText(200).optional(),
  /** An IST date: only the entries of this day. */
  day: calendarDate.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** A change by the staff. `was` and `became` have the fields that differ; `at` is an ISO instant. */
const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  was: z.record(z.string(), z.unknown()).nullable(),
  became: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  /** The names behind the ids of the entry, by id: of the person, the room, the post or the event. */
  names: z.record(z.string(), z.string()).optional(),
  /** The booking that the entry is about, also that of a refund; missing from a server of the previous version. */
  booking_id: z.string().nullable().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
/** `authors`: the names of those who have changed something, for the filter; missing from a server of the previous version. */
export const auditResponse = z.object({
  data: z.array(auditEntry),
  next: z.number().nullable(),
  authors: z.array(z.string()).optional(),
});
export type AuditResponse = z.infer<typeof auditResponse>;
