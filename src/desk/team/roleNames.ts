import type { Role } from '../../../domain/account/roles.ts';

/** What a role may do, for the fields that choose one. */
export const roleNames: Readonly<Record<Role, string>> = {
  customer: 'No role',
  bookkeeper: 'Bookkeeper: reads invoices, payments, reports and money',
  staff: 'Staff: works at the desk',
  manager: 'Manager: also rooms, prices and members',
  owner: 'Owner: also roles and the cancellation policy',
};
