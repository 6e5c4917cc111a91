import { z } from 'zod';
import { isEmail, normalEmail } from '../../domain/account/email.ts';

/** In its normal form. */
export const emailAddress = z
  .string()
  .overwrite(normalEmail)
  .min(1, 'must not be empty')
  .refine(isEmail, 'must be an email address')
  .meta({ format: 'idn-email' });

/**
 * POST login: the credentials. The address is not changed: an account from before the normal form may have kept another spelling,
 * with which its owner signs in.
 */
export const loginRequest = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((text) => isEmail(normalEmail(text)), 'must be an email address')
    .meta({ format: 'idn-email' }),
  password: z.string().min(1, 'must not be empty').max(200),
});

/** POST login: the tokens and the user (spec 3). */
export const loginResponse = z.object({
  access: z.string(),
  refresh: z.string(),
  is_member: z.boolean(),
  user_id: z.string(),
});

/** POST refresh and sign-out: the refresh token. */
export const refreshRequest = z.object({ token: z.string().min(1, 'must not be empty').max(500) });

/** POST refresh: a new access token, and the refresh token that replaces the sent one (ruling 14). */
export const refreshResponse = z.object({ accessToken: z.string(), refreshToken: z.string().optional() });

/** POST sign-out: the session is revoked, also when the token has expired or was used before. */
export const signOutResponse = z.object({ signed_out: z.literal(true) });

/**
 * The claims of an access token (spec 3). `exp` is in seconds. `sid` is the session; it is missing in tokens of the previous
 * server version.
 */
export const accessClaims = z.object({
  user_id: z.string(),
  is_member: z.boolean(),
  exp: z.number(),
  sid: z.uuid().optional(),
});

export type LoginResponse = z.infer<typeof loginResponse>;
export type RefreshResponse = z.infer<typeof refreshResponse>;
export type AccessClaims = z.infer<typeof accessClaims>;
