import type * as api from '../../contract/desk/desk.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** A change by the staff. The keys of `was` and `became` are names of fields on the server, those of `names` are ids. */
export type AuditEntry = Pick<api.AuditEntry, 'was' | 'became' | 'names'> &
  Omit<CamelCased<api.AuditEntry>, 'was' | 'became' | 'names'>;

export type AuditPage = Omit<api.AuditResponse, 'data'> & { readonly data: readonly AuditEntry[] };
