/**
 * The roles of an account. Customers use the site, bookkeepers read what the accounts need, staff work at the desk, managers
 * change rooms, prices and members, owners assign roles.
 */
export const roles = ['customer', 'bookkeeper', 'staff', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];
/** A role of an employee. */
export type StaffRole = Exclude<Role, 'customer'>;
/** What a call or a section requires: a role, or any role of an employee. */
export type RequiredRole = StaffRole | 'employee';

/** As part of a sentence. */
export const roleTitles: Readonly<Record<StaffRole, string>> = {
  bookkeeper: 'a bookkeeper',
  staff: 'a member of staff',
  manager: 'a manager',
  owner: 'an owner',
};

/** The roles that include the permissions of a required one. Bookkeepers and staff do not include each other's. */
const sufficientRoles: Readonly<Record<Role | RequiredRole, readonly Role[]>> = {
  customer: roles,
  employee: ['bookkeeper', 'staff', 'manager', 'owner'],
  bookkeeper: ['bookkeeper', 'manager', 'owner'],
  staff: ['staff', 'manager', 'owner'],
  manager: ['manager', 'owner'],
  owner: ['owner'],
};

/** True when a role includes the permissions of `required`. */
export const hasRole = (role: Role, required: Role | RequiredRole): boolean =>
  sufficientRoles[required].includes(role);
