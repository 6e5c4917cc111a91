import plugin from 'fastify-plugin';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { MAILBOX_PATH } from '../email/fromConfig.ts';
import { SANDBOX_PATH } from '../payments/provider/fromConfig.ts';
import { sandboxKeys } from '../payments/provider/sandboxKeys.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/schema.ts';
import { REFERENCE_PATH } from '../platform/http/plugins/openApi.ts';

interface Options {
  readonly config: Config;
  readonly database: Database;
  readonly now: () => EpochMs;
}

/** The API's reading page, the mailbox and the payment sandbox. Each is loaded only where the settings ask for it. */
export default plugin<Options>(async (app, { config, database, now }) => {
  if (!config.production) {
    const { reference } = await import('../../tools/openapi/plugin.ts');
    await app.register(reference, { prefix: REFERENCE_PATH });
  }
  if (config.mail.transport === 'mailbox' && !config.production) {
    const { mailbox } = await import('../../tools/mailbox/plugin.ts');
    await app.register(mailbox, { prefix: MAILBOX_PATH, database });
  }
  if (config.razorpay === null) {
    const { default: sandbox } = await import('../../tools/sandbox/plugin.ts');
    const { sandboxControlSecret } = await import('../../tools/sandbox/controlSecret.ts');
    const controlSecret = config.production ? undefined : sandboxControlSecret(config.dataDir);
    await app.register(sandbox, {
      prefix: SANDBOX_PATH,
      database,
      now,
      controlSecret,
      shopOrigins: config.siteOrigins,
      ...sandboxKeys(config.dataDir),
    });
  }
});
