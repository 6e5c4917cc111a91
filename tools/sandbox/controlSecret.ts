import { join } from 'node:path';
import { loadOrCreateSecret } from '../../server/platform/config/loadOrCreateSecret.ts';

/** Of the sandbox's controls (docs/sandbox.md), stored in the data folder like its keys. */
export const sandboxControlSecret = (dataDir: string): string =>
  loadOrCreateSecret(join(dataDir, 'sandbox-control.secret'));
