import type { z } from 'zod';
import type { doneResponse } from '../../../contract/account/account.ts';

/** For calls that only change something. */
export const done: z.infer<typeof doneResponse> = { data: { done: true } };
