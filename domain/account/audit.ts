export const auditSubjects = [
  'account',
  'invitation',
  'booking',
  'block-out',
  'refund',
  'enquiry',
  'room',
  'picture',
  'post',
  'event',
  'policy',
  'business',
  'invoices',
  'settlement',
  'till',
  'company',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The fields of an audit entry with ids of records, and their kinds. */
export const auditIdFields = {
  user_id: 'account',
  invitation_id: 'invitation',
  assigned_to: 'account',
  room_id: 'room',
  booking_id: 'booking',
  order: 'room',
} as const satisfies Record<string, AuditSubject>;
