import { z } from 'zod';
import { chosenPassword, mailableAddress, personFields } from './registration.ts';

/**
 * POST update details: all details of the user; a field that is left out becomes empty. Registration accepts any text as the
 * website (spec 5); a new website here must be a URL that can be opened.
 */
export const updateDetailsRequest = z.object(personFields);

/** POST change password: the current password and the new one. All other sessions are revoked. */
export const changePasswordRequest = z.object({ password: chosenPassword, new_password: chosenPassword });

/** POST change address: the new address, which must be confirmed, and the current password. */
export const changeAddressRequest = z.object({ email: mailableAddress, password: chosenPassword });

/**
 * POST close account: the current password. `lost_points`: the points that 'points-left' has named, when the user agrees to lose
 * them.
 */
export const closeAccountRequest = z.object({
  password: chosenPassword,
  lost_points: z.coerce.number().min(0).multipleOf(0.5).optional(),
});

export const doneResponse = z.object({ data: z.object({ done: z.literal(true) }) });

/** A device on which the user is signed in. `device` is coarse ('Chrome on Android'); the times are ISO instants. */
const device = z.object({
  id: z.string(),
  device: z.string(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** GET devices: the current device first, then the others by their last use, the latest first. */
export const devicesResponse = z.object({ data: z.array(device) });
export type DevicesResponse = z.infer<typeof devicesResponse>;

/** POST sign out device: the id of one of the user's devices. */
export const signOutDeviceRequest = z.object({ id: z.uuid() });

const row = z.record(z.string(), z.unknown());

/** GET export: all stored data about the user, as a file. `exported_at` is an ISO instant. */
export const exportResponse = z.object({
  exported_at: z.string(),
  account: row,
  bookings: z.array(row),
  /** The user's own moves of bookings. */
  moves: z.array(row),
  payments: z.array(row),
  refunds: z.array(row),
  billing: row.nullable(),
  papers: z.array(row),
  points: z.array(row),
  waitlist: z.array(row),
  devices: z.array(row),
  enquiries: z.array(row),
});
export type ExportResponse = z.infer<typeof exportResponse>;
