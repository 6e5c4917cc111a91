// @ts-check
import { basename } from 'node:path';

/**
 * Tests that are run together on a mutant: folders of test/, and parts of their files' paths; without parts
 * all files of the folders.
 * @typedef {{folders: readonly string[], files?: readonly string[]}} Stage
 */

/**
 * What is changed, which tests must notice, and which share of the mutants they must kill, in percent.
 * @typedef {object} Area
 * @property {string} folder
 * @property {boolean} isMachines whether it has changes of machines beside those of any program
 * @property {Stage | null} switched tests that are run first, all mutants in one run (variants.mjs); null: machines cannot be switched
 * @property {boolean} hasBehaviour whether the recorded behaviour of the machines (test/paths/behaviour) may notice first
 * @property {(file: string) => Stage[]} stages the tests for a changed file: those most likely to notice first, all at last
 * @property {number} reach
 */

/** The tests of those server files that work when a server starts and cannot be switched. @type {Readonly<Record<string, readonly string[]>>} */
const testsOf = {
  routes: ['api/booking', 'payments/create'],
  liveRoutes: ['api/live'],
  gatewayError: ['payments/gateway'],
  holdTimes: ['payments/create', 'payments/unpaid'],
  razorpaySdk: ['payments/gateway'],
  webhookRoutes: ['payments/webhook'],
};

/** @param {string} file */
const nameOf = (file) => basename(file, '.ts');

/** @type {Readonly<Record<string, Area>>} */
export const areas = {
  machines: {
    folder: 'machines',
    isMachines: true,
    switched: null,
    hasBehaviour: true,
    stages: (file) => [
      {
        folders: ['machines'],
        files: [
          `machines/${file.includes('checkout/') ? 'checkout' : nameOf(file).replace('Setup', '')}.test`,
        ],
      },
      { folders: ['machines', 'paths', 'effects', 'site'] },
    ],
    reach: 95,
  },
  domain: {
    folder: 'domain',
    isMachines: false,
    switched: { folders: ['domain', 'machines'] },
    hasBehaviour: true,
    stages: () => [{ folders: ['domain'] }, { folders: ['effects', 'site'] }],
    reach: 95,
  },
  bookings: {
    folder: 'server/bookings',
    isMachines: false,
    switched: {
      folders: ['api', 'payments'],
      files: [
        'api/booking',
        'api/availability',
        'api/batch',
        'api/bookingDetails',
        'api/lists',
        'api/myBookings',
        ...[
          'cancel',
          'complete',
          'create',
          'holdLimit',
          'move',
          'points',
          'reconcile',
          'release',
          'settle',
          'unpaid',
        ].map((name) => `payments/${name}`),
      ],
    },
    hasBehaviour: false,
    stages: (file) => [
      { folders: ['api', 'payments'], files: testsOf[nameOf(file)] ?? [`/${nameOf(file)}`] },
      {
        folders: ['api', 'payments'],
        files: ['api/booking', 'api/availability', 'api/lists', 'api/live', 'api/myBookings', 'payments/'],
      },
    ],
    reach: 90,
  },
  payments: {
    folder: 'server/payments',
    isMachines: false,
    switched: {
      folders: ['payments'],
      // All but those of the sandbox.
      files: [
        'cancel',
        'complete',
        'create',
        'fromConfig',
        'gateway',
        'holdLimit',
        'jobs',
        'metrics',
        'move',
        'points',
        'reconcile',
        'refunds',
        'release',
        'schedules',
        'settle',
        'signature',
        'splitRefund',
        'status',
        'twoClocks',
        'unpaid',
        'webhook',
      ].map((name) => `payments/${name}`),
    },
    hasBehaviour: false,
    stages: (file) => [
      { folders: ['payments'], files: testsOf[nameOf(file)] ?? [`payments/${nameOf(file)}`] },
      { folders: ['payments'] },
    ],
    reach: 90,
  },
  letters: {
    folder: 'server/letters',
    isMachines: false,
    switched: { folders: ['letters'] },
    hasBehaviour: false,
    stages: () => [{ folders: ['letters'] }],
    reach: 90,
  },
  papers: {
    folder: 'server/papers',
    isMachines: false,
    switched: { folders: ['papers'] },
    hasBehaviour: false,
    stages: () => [{ folders: ['papers'] }],
    reach: 90,
  },
};
