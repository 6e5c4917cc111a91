import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/platform/config/config.ts';
import { webhookSecrets } from '../../../server/payments/provider/fromConfig.ts';
import { sandboxKeys } from '../../../server/payments/provider/sandboxKeys.ts';
import { isSignedWebhook } from '../../../server/payments/provider/signature.ts';
import { sign } from '../webhooks.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-production-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const randomSecret = () => randomBytes(16).toString('hex');
const production = {
  NODE_ENV: 'production',
  ALLOW_EMBEDDED: '1',
  DATA_DIR: dataDir,
  ACCESS_TOKEN_SECRET: randomSecret(),
  REFRESH_TOKEN_SECRET: randomSecret(),
  ALLOW_NO_MAIL: '1',
};
const live = {
  RAZORPAY_KEY_ID: 'rzp_live_abcdefghij0123',
  RAZORPAY_KEY_SECRET: 's',
  BUSINESS_NAME: 'Rooms Private Limited',
  BUSINESS_ADDRESS: '1, First Street, Chennai 600001',
  BUSINESS_GSTIN: '33AAACH7409R1Z8',
};
const [present, rotatedOut] = [randomSecret(), randomSecret()];
const webhook = { RAZORPAY_WEBHOOK_SECRETS: `${present}, ${rotatedOut}` };

describe('a server in production starts', () => {
  test('with live keys and a webhook secret', () => {
    expect(readConfig({ ...production, ...live, ...webhook }).razorpay).toEqual({
      keyId: 'rzp_live_abcdefghij0123',
      keySecret: 's',
      webhookSecrets: [present, rotatedOut],
    });
  });

  test('not without a webhook secret, because lost payments would be found late', () => {
    expect(() => readConfig({ ...production, ...live })).toThrow(/^ {2}RAZORPAY_WEBHOOK_SECRETS/m);
  });

  test.each([
    ['the sandbox', {}, 'ALLOW_SANDBOX'],
    ['test keys', { ...live, ...webhook, RAZORPAY_KEY_ID: 'rzp_test_abcdefghij0123' }, 'ALLOW_TEST_KEYS'],
  ])('not with %s, unless it is allowed explicitly', (_case, keys, allow) => {
    expect(() => readConfig({ ...production, ...keys })).toThrow(new RegExp(`RAZORPAY_KEY_ID.*${allow}=1`));
    const other = allow === 'ALLOW_SANDBOX' ? 'ALLOW_TEST_KEYS' : 'ALLOW_SANDBOX';
    expect(() => readConfig({ ...production, ...keys, [other]: '1' })).toThrow(allow);
    expect(readConfig({ ...production, ...keys, [allow]: '1' }).production).toBe(true);
  });
});

describe('a server in production does not start', () => {
  const settings = { ...production, ...live, ...webhook };
  const access = settings.ACCESS_TOKEN_SECRET;

  test.each([
    ['RAZORPAY_WEBHOOK_SECRETS', 'x', 'at least 32 characters'],
    ['RAZORPAY_WEBHOOK_SECRETS', `${present}, old`, 'at least 32 characters'],
    ['RAZORPAY_WEBHOOK_SECRETS', `${present}, ${present}`, 'the same as another of them'],
    ['RAZORPAY_WEBHOOK_SECRETS', access, 'the same as ACCESS_TOKEN_SECRET'],
    ['RAZORPAY_WEBHOOK_SECRETS', 'w'.repeat(40), 'repeat itself'],
    ['RAZORPAY_WEBHOOK_SECRETS', 'change-me-change-me-now-1234567890', 'placeholder'],
    ['REFRESH_TOKEN_SECRET', access, 'the same as ACCESS_TOKEN_SECRET'],
    ['REFRESH_TOKEN_SECRET', '32-other-random-characters-at-least', 'placeholder'],
    ['ACCESS_TOKEN_SECRET', 'a'.repeat(32), 'repeat itself'],
    ['ACCESS_TOKEN_SECRET', '0123456789abcdef'.repeat(4), 'repeat itself'],
    ['METRICS_TOKEN', 'm'.repeat(16), 'repeat itself'],
    ['ACCESS_TOKEN_MINUTES', '1', 'whole number from 5'],
  ])('with %s=%s', (variable, value, problem) => {
    expect(() => readConfig({ ...settings, [variable]: value })).toThrow(
      new RegExp(`^ {2}${variable}[.\\d]*: .*${problem}`, 'm'),
    );
  });

  test('with the key secret as the webhook secret', () => {
    expect(() => readConfig({ ...settings, RAZORPAY_KEY_SECRET: present })).toThrow(
      /^ {2}RAZORPAY_WEBHOOK_SECRETS: must not be the same as RAZORPAY_KEY_SECRET/m,
    );
  });

  test('without quoting a secret in its error', () => {
    for (const value of ['short', 'w'.repeat(40), access]) {
      const start = () => readConfig({ ...settings, RAZORPAY_WEBHOOK_SECRETS: value });
      expect(start).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) }));
    }
  });
});

describe('a webhook is accepted', () => {
  const body = Buffer.from('{"event":"order.paid"}');

  test('with the current secret and rotated ones, and with no other', () => {
    const secrets = webhookSecrets(readConfig({ ...production, ...live, ...webhook }));
    const isAccepted = (secret: string) => isSignedWebhook(body, sign(body, secret), secrets);
    expect([present, rotatedOut, 's', ''].map(isAccepted)).toEqual([true, true, false, false]);
  });

  test('from nobody when there is no secret', () => {
    const { razorpay } = readConfig({ DATA_DIR: dataDir, ...live });
    expect(isSignedWebhook(body, sign(body, ''), webhookSecrets({ razorpay, dataDir }))).toBe(false);
  });

  test('from the sandbox only with its generated secret', () => {
    expect(webhookSecrets({ razorpay: null, dataDir })).toEqual([sandboxKeys(dataDir).webhookSecret]);
    expect(sandboxKeys(dataDir).webhookSecret).toHaveLength(43);
    expect(sandboxKeys(dataDir).webhookSecret).not.toBe(sandboxKeys(dataDir).keySecret);
  });

  test.each([undefined, null, 7, '', 'x'.repeat(64), ['a']])('not with the signature %s', (signature) => {
    expect(isSignedWebhook(body, signature, ['secret'])).toBe(false);
  });
});
