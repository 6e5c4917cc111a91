import { hasRole, type Role, type StaffRole } from '../account/roles.ts';

/**
 * Up to which amount of a booking, in paise, staff and managers refund alone. It counts everything that the desk has refunded of
 * the booking. Owners have no limit.
 */
export interface RefundLimits {
  readonly staff: number;
  readonly manager: number;
}

/** Until an owner has set others. */
export const defaultRefundLimits: RefundLimits = { staff: 50_000, manager: 500_000 };

/** The largest limit that can be set, in paise. */
export const MAX_REFUND_LIMIT = 100_000_000;

/** In paise; null for no limit. */
export function refundLimitOf(role: Role, limits: RefundLimits): number | null {
  if (hasRole(role, 'owner')) return null;
  if (hasRole(role, 'manager')) return limits.manager;
  return hasRole(role, 'staff') ? limits.staff : 0;
}

/** Whether a role refunds alone when the refunds of a booking by the desk add up to `totalPaise`. */
export function mayRefund(role: Role, limits: RefundLimits, totalPaise: number): boolean {
  const limit = refundLimitOf(role, limits);
  return limit === null || totalPaise <= limit;
}

/** The lowest role that may confirm refunds of a booking that add up to `totalPaise`. */
export const confirmingRole = (limits: RefundLimits, totalPaise: number): StaffRole =>
  mayRefund('manager', limits, totalPaise) ? 'manager' : 'owner';
