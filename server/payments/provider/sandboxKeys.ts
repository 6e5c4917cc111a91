import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { loadOrCreateSecret } from '../../platform/config/loadOrCreateSecret.ts';

/** Shared by the gateway and the sandbox. */
export interface SandboxKeys {
  readonly keyId: string;
  readonly keySecret: string;
  /** Signs its webhooks. */
  readonly webhookSecret: string;
}

/**
 * The sandbox's keys. The secret is created at the first start and stored in the data folder; the id is derived from
 * it, so that an id never belongs to another secret.
 */
export function sandboxKeys(dataDir: string): SandboxKeys {
  const keySecret = loadOrCreateSecret(join(dataDir, 'sandbox-key.secret'));
  const fingerprint = createHash('sha256').update(keySecret).digest('hex').slice(0, 10);
  const webhookSecret = loadOrCreateSecret(join(dataDir, 'sandbox-webhook.secret'));
  return { keyId: `rzp_test_sandbox${fingerprint}`, keySecret, webhookSecret };
}
