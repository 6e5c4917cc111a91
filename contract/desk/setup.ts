import { z } from 'zod';
import { setupSteps } from '../../domain/content/setupSteps.ts';

/** GET setup: the steps to the first booking, in their order; none in a demo. */
export const setupResponse = z.object({
  data: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() })),
});
export type SetupResponse = z.infer<typeof setupResponse>;
