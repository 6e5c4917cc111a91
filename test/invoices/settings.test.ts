import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseGstin } from '../../domain/invoices/gstin.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { DEMO_SELLER } from '../../server/platform/config/taxDocumentConfig.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-papers-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const business = {
  BUSINESS_NAME: 'Rooms Private Limited',
  BUSINESS_ADDRESS: '1, First Street, Chennai 600001',
  BUSINESS_GSTIN: ' 33aaach7409r1z8 ',
};
const keys = (mode: 'test' | 'live') => ({
  RAZORPAY_KEY_ID: `rzp_${mode}_abcdefghij0123`,
  RAZORPAY_KEY_SECRET: 's',
});
const settings = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).taxDocuments;

test('the GSTIN of the demo seller is valid', () => {
  expect(parseGstin(DEMO_SELLER.gstin)).toMatchObject({ state: '33', problem: null });
});

describe('tax documents are real', () => {
  test('with the details of the business and live keys', () => {
    expect(settings({ ...business, ...keys('live') })).toMatchObject({
      seller: {
        name: 'Rooms Private Limited',
        address: '1, First Street, Chennai 600001',
        gstin: '33AAACH7409R1Z8',
      },
      isDemo: false,
      series: { invoice: 'LR', 'credit-note': 'LC' },
    });
  });

  test('in the series that are configured', () => {
    const series = { INVOICE_SERIES: 'A', CREDIT_NOTE_SERIES: 'CN1' };
    expect(settings({ ...business, ...keys('live'), ...series }).series).toEqual({
      invoice: 'A',
      'credit-note': 'CN1',
    });
  });

  test.each([
    ['the sandbox', {}],
    ['test keys', keys('test')],
  ])('not with %s: they are marked as demo in separate series, with the real name', (_case, env) => {
    expect(settings({ ...business, ...env })).toMatchObject({
      seller: { name: 'Rooms Private Limited' },
      isDemo: true,
      series: { invoice: 'DM', 'credit-note': 'DMC' },
    });
  });

  test('not without the business’s details', () => {
    expect(settings(keys('live'))).toMatchObject({ seller: DEMO_SELLER, isDemo: true });
  });
});

describe('a server does not start', () => {
  const production = {
    NODE_ENV: 'production',
    ALLOW_EMBEDDED: '1',
    ALLOW_NO_MAIL: '1',
    ACCESS_TOKEN_SECRET: '0a9d8c7b6e5f4a3b2c1d0e9f8a7b6c5d',
    REFRESH_TOKEN_SECRET: '7f3c1e5a9b2d4f6081c3e5a7b9d1f305',
    RAZORPAY_WEBHOOK_SECRETS: '1b2c3d4e5f60718293a4b5c6d7e8f901',
    ...keys('live'),
  };

  test('in production with live keys and the demo details, unless it is allowed explicitly', () => {
    expect(() => settings(production)).toThrow(/^ {2}BUSINESS_GSTIN: .*ALLOW_DEMO_PAPERS=1/m);
    expect(settings({ ...production, ...business }).isDemo).toBe(false);
    expect(settings({ ...production, ALLOW_DEMO_PAPERS: '1' }).isDemo).toBe(true);
  });

  test.each([
    ['BUSINESS_GSTIN', '33AAACH7409R1Z9', 'mistyped'],
    ['BUSINESS_GSTIN', '27AAPFU0939F1ZV', 'state of the rooms, Tamil Nadu'],
    ['BUSINESS_GSTIN', '', 'must be set together'],
    ['BUSINESS_NAME', '', 'must be set together'],
    ['BUSINESS_ADDRESS', '', 'must be set together'],
    ['INVOICE_SERIES', 'LONG', 'one to three'],
    ['INVOICE_SERIES', 'L/', 'one to three'],
    ['INVOICE_SERIES', 'lr', 'one to three'],
    ['INVOICE_SERIES', 'DM', 'demo'],
    ['CREDIT_NOTE_SERIES', 'LR', 'another series'],
  ])('with %s=%j', (variable, value, reason) => {
    expect(() => settings({ ...business, [variable]: value })).toThrow(
      new RegExp(`^ {2}${variable}: .*${reason}`, 'm'),
    );
  });
});
