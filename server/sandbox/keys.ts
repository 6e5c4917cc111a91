import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { loadOrCreateSecret } from '../accounts/loadOrCreateSecret.ts';

/** What the sandbox and the gateway that pays through it have in common. */
export interface SandboxKeys {
  readonly keyId: string;
  readonly keySecret: string;
  /** What its webhooks are signed with. */
  readonly webhookSecret: string;
}

/**
 * The sandbox's keys: the secret is made at the first start and kept in the data folder, the id follows from it, so
 * that an id never stands for another secret.
 */
export function sandboxKeys(dataDir: string): SandboxKeys {
  const keySecret = loadOrCreateSecret(join(dataDir, 'sandbox-key.secret'));
  const fingerprint = createHash('sha256').update(keySecret).digest('hex').slice(0, 10);
  const webhookSecret = loadOrCreateSecret(join(dataDir, 'sandbox-webhook.secret'));
  return { keyId: `rzp_test_sandbox${fingerprint}`, keySecret, webhookSecret };
}

/** What tests show to turn the sandbox's controls (docs/sandbox.md), kept in the data folder like its keys. */
export const sandboxControlSecret = (dataDir: string): string =>
  loadOrCreateSecret(join(dataDir, 'sandbox-control.secret'));
