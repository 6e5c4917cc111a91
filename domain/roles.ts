/**
 * The roles of an account, the least first; each may do what those before it may: customers use the site, staff work at
 * the desk, managers keep rooms, prices and members, owners give roles.
 */
export const roles = ['customer', 'staff', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];
/** A role of somebody who works here. */
export type StaffRole = Exclude<Role, 'customer'>;

/** True when a role may do what `required` may. */
export const hasRole = (role: Role, required: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(required);
