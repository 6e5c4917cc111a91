import { z } from 'zod';
import { accountKinds } from '../../domain/account/accountIdentity.ts';
import { roles } from '../../domain/account/roles.ts';
import { chosenPassword, mailableAddress } from './registration.ts';
import { factorCode } from './secondFactor.ts';

/** 256 bits, base64url. Any other text is refused like an unknown token. */
export const linkToken = z.string().min(1, 'must not be empty').max(100);

/** POST forgot password: the address of the account. */
export const forgotPasswordRequest = z.object({ email: mailableAddress });

/** POST forgot password: the same response for every address (ruling 28). */
export const forgotPasswordResponse = z.object({ data: z.object({ requested: z.literal(true) }) });

/** POST link: the token. The call changes nothing; the page uses it to show the action of the button. */
export const readLinkRequest = z.object({ token: linkToken });

/**
 * The action of a link for the address `email`. 'reset': sets a new password; 'confirm': confirms the address of an account;
 * 'change': makes it the new address of an account; 'register': finishes a registration of an address whose account nobody had
 * confirmed; 'invitation': makes the reader a member of the staff.
 */
const linkAction = z.enum(['reset', 'confirm', 'change', 'register', 'invitation']);

/**
 * The account that a link is about; with 'register' the earlier account of the address. `since`: when it was made (ISO instant).
 * `bookings`: its bookings that have not ended. `holds_anything`: whether it has bookings, points, a membership or payments.
 */
const linkedAccount = z.object({
  kind: z.enum(accountKinds),
  first_name: z.string(),
  since: z.string(),
  bookings: z.number(),
  holds_anything: z.boolean(),
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

/**
 * `device`: what requested the link. `is_own`: the browser is signed in as the account, so that no password is needed.
 * `needs_code`: the account has a second factor, whose code a reset needs too. `role`: that of an invitation.
 */
const linkDetails = z.object({
  action: linkAction,
  email: z.string(),
  account: linkedAccount.nullable(),
  device: z.string().nullable(),
  is_own: z.boolean(),
  needs_code: z.boolean().optional(),
  role: z.enum(roles).exclude(['customer']).optional(),
});
export type LinkDetails = z.infer<typeof linkDetails>;
export const readLinkResponse = z.object({ data: linkDetails });

export const usedLinkResponse = z.object({ data: z.object({ action: linkAction, email: z.string() }) });
export type UsedLink = z.infer<typeof usedLinkResponse>['data'];

/** POST reset password: the new password, and a code when the account has a second factor. The link can be used once. */
export const resetPasswordRequest = z.object({
  token: linkToken,
  password: chosenPassword,
  code: factorCode.optional(),
});
export const resetPasswordResponse = z.object({ data: z.object({ reset: z.literal(true) }) });

/**
 * POST confirm address. `password`: with 'register' the one that was chosen at the registration; with 'confirm' and 'change' that
 * of the account, unless the browser is signed in as it. `earlier`: with 'register', what happens to the earlier, unproven account
 * of the address, if it holds anything: 'keep' hands it over, 'release' takes the address from it.
 */
export const confirmAddressRequest = z.object({
  token: linkToken,
  password: z.union([z.literal('').transform(() => undefined), chosenPassword]).optional(),
  earlier: z.enum(['keep', 'release']).optional(),
});
export type EarlierAccount = NonNullable<z.output<typeof confirmAddressRequest>['earlier']>;

/** POST claim account: a new password for an account that somebody else made with this address. */
export const claimAccountRequest = z.object({ token: linkToken, password: chosenPassword });

/** POST disown: "this was not me". The link ends; an unproven account that it would have confirmed loses the address. */
export const disownRequest = z.object({ token: linkToken });
