import { z } from 'zod';
import { plainCode } from '../../domain/text/typedText.ts';
import { reason } from '../reason.ts';

/**
 * POST begin: the key for an authenticator app in base32, the same as a URI that apps can open, and the recovery codes. They
 * are shown only once.
 */
const secondFactorSetup = z.object({ key: z.string(), uri: z.string(), recovery_codes: z.array(z.string()) });
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;
export const secondFactorSetupResponse = z.object({ data: secondFactorSetup });
export type SecondFactorSetupResponse = z.infer<typeof secondFactorSetupResponse>;

/** POST confirm: the six digits that the app shows, in any spelling (`plainCode`). */
export const confirmFactorRequest = z.object({
  code: z
    .string()
    .transform((text) => plainCode(text))
    .pipe(z.string().regex(/^\d{6}$/, 'must be the six digits of the app')),
});

/** The six digits, or a recovery code. Spelling (`plainCode`) and the case of letters do not matter. */
export const factorCode = z
  .string()
  .transform((text) => plainCode(text).toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[0-9a-f]{10})$/, 'must be the six digits of the app, or a recovery code'));

/** POST prove: a code. */
export const proveFactorRequest = z.object({ code: factorCode });

/** POST reset: removes the second factor of a colleague who has lost it, and revokes their sessions. */
export const resetFactorRequest = z.object({ user_id: z.uuid(), reason });
