import { runPeriodically } from '../../server/platform/jobs/runPeriodically.ts';
import type { SandboxControls } from './controls.ts';

const INTERVAL_MS = 2_000;

/**
 * Delivers periodically until the returned function is called. It resolves when the current delivery is done; other due
 * webhooks stay due.
 */
export const startWebhookDelivery = (
  { deliverDue }: Pick<SandboxControls, 'deliverDue'>,
  log: { error(details: object, message: string): void },
): (() => Promise<void>) =>
  runPeriodically({
    everyMs: INTERVAL_MS,
    startsImmediately: false,
    pass: (stopping) => deliverDue(undefined, stopping),
    onError: (error) =>
      log.error({ err: error }, "the sandbox's webhooks could not be sent; it will be tried again"),
  });
