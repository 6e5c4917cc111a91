import { readdirSync } from 'node:fs';

/** Except those of the sandbox and of its settings. */
const paymentTests = readdirSync('test/payments', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !/sandbox|production/.test(file))
  .map((file) => `payments/${file}`);

const emailTests = ['email/emails.test.ts', 'email/outbox.test.ts'];

/** What Stryker changes, which test files of a project of vitest.config.ts must notice, and the share in percent that they must kill. */
export const areas = {
  domain: { folders: ['domain'], project: 'quick', tests: ['domain/**/*.test.ts'], minScore: 80 },
  bookings: {
    folders: ['server/slots', 'server/checkout', 'server/bookings'],
    project: 'server',
    tests: ['api/bookings/*.test.ts', 'api/http/openApi.test.ts', ...paymentTests, ...emailTests],
    minScore: 80,
  },
  payments: {
    folders: ['server/payments'],
    project: 'server',
    tests: [...paymentTests, ...emailTests],
    minScore: 80,
  },
} as const satisfies Record<string, object>;

export type Area = keyof typeof areas;
