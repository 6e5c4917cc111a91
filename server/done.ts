import type { z } from 'zod';
import type { doneResponse } from '../contract/account/account.ts';

/** The response of a call that only changes something. */
export const done: z.infer<typeof doneResponse> = { data: { done: true } };
