import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkoutSources, gatewayFromConfig } from '../../../server/payments/provider/fromConfig.ts';
import { sandboxKeys } from '../../../server/payments/provider/sandboxKeys.ts';
import { createSandbox } from '../../../tools/sandbox/sandbox.ts';
import { startServer } from '../../api/startServer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-keys-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const serverUrl = () => 'http://127.0.0.1:1';

test("the sandbox's keys survive a restart, are test keys, and are readable only by their owner", () => {
  const keys = sandboxKeys(dataDir);
  expect(sandboxKeys(dataDir)).toEqual(keys);
  expect(keys.keyId).toMatch(/^rzp_test_sandbox[0-9a-f]{10}$/);
  expect(keys.keyId).not.toContain(keys.keySecret);
  expect(statSync(join(dataDir, 'sandbox-key.secret')).mode & 0o777).toBe(0o600);
});

test('the sandbox refuses live keys', () => {
  const options = {
    keyId: 'rzp_live_abcdefghij0123',
    keySecret: 's',
    webhookSecret: 'w',
    database: null as never,
    now: Date.now,
  };
  expect(() => createSandbox(options)).toThrow('rzp_test_');
});

test('without keys the checkout is served by the server itself, and no other source is allowed', () => {
  const gateway = gatewayFromConfig({ razorpay: null, dataDir }, serverUrl);
  expect(gateway.keyId).toBe(sandboxKeys(dataDir).keyId);
  expect(gateway.checkout).toEqual({
    script: '/sandbox/v1/checkout.js',
    sources: { script: ["'self'"], frame: ["'self'"], connect: [], img: [] },
  });
});

test('the page may load only its own checkout, and with an API on another host also the provider’s and that API’s frames', () => {
  const gateway = gatewayFromConfig({ razorpay: null, dataDir }, serverUrl);
  expect(checkoutSources({ apiOrigin: undefined }, gateway)).toEqual(gateway.checkout.sources);
  const sources = checkoutSources({ apiOrigin: 'https://api.example.com' }, gateway);
  expect(sources.frame).toEqual(['https://api.example.com', 'https://api.razorpay.com']);
  expect(sources.script).toContain('https://checkout.razorpay.com');
});

test('with keys of the provider its checkout is used, and the sandbox is not served', async () => {
  const razorpay = { keyId: 'rzp_live_abcdefghij0123', keySecret: 'secret', webhookSecrets: [] };
  const gateway = gatewayFromConfig({ razorpay, dataDir }, serverUrl);
  expect(gateway.keyId).toBe(razorpay.keyId);
  expect(gateway.checkout.script).toBe('https://checkout.razorpay.com/v1/checkout.js');

  const server = await startServer({
    env: { RAZORPAY_KEY_ID: razorpay.keyId, RAZORPAY_KEY_SECRET: razorpay.keySecret },
    gateway,
  });
  const script = await fetch(`${server.url}/sandbox/v1/checkout.js`);
  const policy = script.headers.get('content-security-policy') ?? '';
  await server.close();
  expect(script.status).toBe(404);
  for (const host of [
    'checkout.razorpay.com',
    'cdn.razorpay.com',
    'api.razorpay.com',
    'lumberjack.razorpay.com',
  ]) {
    expect(policy).toContain(`https://${host}`);
  }
});
