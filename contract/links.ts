import { z } from 'zod';
import { chosenPassword, mailableAddress } from './registration.ts';

/** The token of a link in a letter: 256 bits, base64url. Anything else is refused like a token that nobody issued. */
export const linkToken = z.string().min(1, 'must not be empty').max(100);

/** POST forgot password: the address of the account. */
export const forgotPasswordRequest = z.object({ email: mailableAddress });

/** POST forgot password: the same for every address (ruling 28). */
export const forgotPasswordResponse = z.object({ data: z.object({ requested: z.literal(true) }) });

/** POST link: the token. Nothing changes, so that a page can show what its button will do. */
export const readLinkRequest = z.object({ token: linkToken });

/**
 * What a link does to the address `email`. 'reset': sets a new password; 'confirm': confirms the address of an account;
 * 'change': makes it the address of an account that has another; 'register': makes the account that was registered, which asks
 * for the password chosen then (decision 0046).
 */
const linkAction = z.enum(['reset', 'confirm', 'change', 'register']);

export const readLinkResponse = z.object({ data: z.object({ action: linkAction, email: z.string() }) });
export type LinkDetails = z.infer<typeof readLinkResponse>['data'];

/** POST reset password: the new password. The link can be used once. */
export const resetPasswordRequest = z.object({ token: linkToken, password: chosenPassword });
export const resetPasswordResponse = z.object({ data: z.object({ reset: z.literal(true) }) });

/** POST confirm address: with the action 'register' the password chosen at the registration. */
export const confirmAddressRequest = z.object({ token: linkToken, password: chosenPassword.optional() });
export const confirmAddressResponse = readLinkResponse;
