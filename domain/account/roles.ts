/**
 * The roles of an account, the lowest first; each includes the permissions of the roles before it. Customers use the site,
 * staff work at the desk, managers change rooms, prices and members, owners assign roles.
 */
export const roles = ['customer', 'staff', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];
/** A role of an employee. */
export type StaffRole = Exclude<Role, 'customer'>;

/** True when a role includes the permissions of `required`. */
export const hasRole = (role: Role, required: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(required);
