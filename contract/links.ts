import { z } from 'zod';
import { chosenPassword, mailableAddress } from './registration.ts';
import { factorCode } from './secondFactor.ts';

/** The token of a link in an email: 256 bits, base64url. Any other text is refused like an unknown token. */
export const linkToken = z.string().min(1, 'must not be empty').max(100);

/** POST forgot password: the address of the account. */
export const forgotPasswordRequest = z.object({ email: mailableAddress });

/** POST forgot password: the same response for every address (ruling 28). */
export const forgotPasswordResponse = z.object({ data: z.object({ requested: z.literal(true) }) });

/** POST link: the token. The call changes nothing; the page uses it to show the action of the button. */
export const readLinkRequest = z.object({ token: linkToken });

/**
 * The action of a link for the address `email`. 'reset': sets a new password; 'confirm': confirms the address of an account;
 * 'change': makes it the new address of an account; 'register': creates the registered account, which requires the password
 * that was chosen then (decision 0046).
 */
const linkAction = z.enum(['reset', 'confirm', 'change', 'register']);

/** `needs_code`: the account has a second factor, whose code a reset needs too. Servers of the previous version send none. */
export const readLinkResponse = z.object({
  data: z.object({ action: linkAction, email: z.string(), needs_code: z.boolean().optional() }),
});
export type LinkDetails = z.infer<typeof readLinkResponse>['data'];

/** POST reset password: the new password, and a code when the account has a second factor. The link can be used once. */
export const resetPasswordRequest = z.object({
  token: linkToken,
  password: chosenPassword,
  code: factorCode.optional(),
});
export const resetPasswordResponse = z.object({ data: z.object({ reset: z.literal(true) }) });

/** POST confirm address. The action 'register' requires the password that was chosen at the registration. */
export const confirmAddressRequest = z.object({ token: linkToken, password: chosenPassword.optional() });
export const confirmAddressResponse = readLinkResponse;
