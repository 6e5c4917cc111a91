// @ts-check
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Tests that are run together on a mutant: folders of test/, and parts of the test files' paths. Without `files`, all files of the
 * folders.
 * @typedef {{folders: readonly string[], files?: readonly string[]}} Stage
 */

/**
 * A folder of source files, the tests that must notice its mutants, and the share of mutants that they must kill.
 * @typedef {object} Area
 * @property {string} folder
 * @property {boolean} isMachines whether the files are machines, which have additional kinds of mutants
 * @property {Stage | null} switched tests that are run first, with all mutants in one run (variants.mjs); null for machines, which
 *   cannot be switched at run time
 * @property {boolean} hasBehaviour whether the mutants are first compared with the recorded behaviour of the machines
 *   (test/paths/behaviour)
 * @property {(file: string) => Stage[]} stages the tests for a mutated file, the most likely to notice first
 * @property {number} minScore the minimum share of killed mutants, in percent
 */

/**
 * The test files of server files that create functions when a server starts. Their mutants cannot be switched while it runs.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const testFilesOf = {
  availabilityEvents: ['api/live', 'api/standby'],
  displayedAvailability: ['api/standby', 'api/availability'],
  takenSlots: ['api/availability', 'api/search'],
  searchRoutes: ['api/search'],
  weekRoutes: ['api/availability'],
  changeRoutes: ['payments/move', 'payments/cancel.'],
  routes: ['api/booking', 'payments/create'],
  liveRoutes: ['api/live'],
  gateway: ['payments/gateway'],
  gatewayError: ['payments/gateway'],
  razorpaySdk: ['payments/gateway'],
  webhookRoutes: ['payments/webhook'],
};

/** @param {string} file */
const nameOf = (file) => basename(file, '.ts');

/** @param {string} file @returns {boolean} whether the mutants of a server file cannot be switched while a server runs */
export const isStartCode = (file) => nameOf(file) in testFilesOf;

/**
 * The test file of test/machines that tests several machines, by the beginning of their paths.
 * @type {Readonly<Record<string, string>>}
 */
const machineTestOf = {
  'machines/checkout/': 'checkout',
  'machines/desk/': 'desk',
  'machines/account': 'account',
  'machines/devices.': 'account',
  'machines/link.': 'account',
  'machines/recoveryFlows.': 'account',
};

/** The name of the test file of test/machines that tests a machine. @param {string} file */
const testOfMachine = (file) =>
  Object.entries(machineTestOf).find(([beginning]) => file.startsWith(beginning))?.[1] ??
  nameOf(file).replace('Setup', '');

/** The tests of test/payments except those of the sandbox and of its settings. */
const paymentTests = readdirSync(join('test', 'payments'))
  .filter((file) => file.endsWith('.test.ts') && !/^(?:sandbox|production|testCards)/.test(file))
  .map((file) => `payments/${file}`);

/** @type {Readonly<Record<string, Area>>} */
export const areas = {
  machines: {
    folder: 'machines',
    isMachines: true,
    switched: null,
    hasBehaviour: true,
    stages: (file) => [
      { folders: ['machines'], files: [`machines/${testOfMachine(file)}.test`] },
      { folders: ['machines', 'paths', 'effects', 'site'] },
    ],
    minScore: 95,
  },
  domain: {
    folder: 'domain',
    isMachines: false,
    switched: { folders: ['domain', 'machines'] },
    hasBehaviour: true,
    stages: () => [{ folders: ['domain'] }, { folders: ['effects', 'site'] }],
    minScore: 95,
  },
  bookings: {
    folder: 'server/bookings',
    isMachines: false,
    switched: {
      folders: ['api', 'letters', 'payments'],
      files: [
        'letters/letters',
        'letters/outbox',
        'api/booking',
        'api/availability',
        'api/batch',
        'api/calendar',
        'api/lists',
        'api/live',
        'api/myBookings',
        'api/search',
        ...paymentTests,
      ],
    },
    hasBehaviour: false,
    stages: (file) => [
      { folders: ['api', 'payments'], files: testFilesOf[nameOf(file)] ?? [`/${nameOf(file)}`] },
      {
        folders: ['api', 'payments'],
        files: [
          'api/booking',
          'api/availability',
          'api/lists',
          'api/live',
          'api/openApi',
          'api/myBookings',
          'api/search',
          'payments/',
        ],
      },
    ],
    minScore: 90,
  },
  payments: {
    folder: 'server/payments',
    isMachines: false,
    switched: {
      folders: ['letters', 'payments'],
      files: ['letters/letters', 'letters/outbox', ...paymentTests],
    },
    hasBehaviour: false,
    stages: (file) => [
      { folders: ['payments'], files: testFilesOf[nameOf(file)] ?? [`payments/${nameOf(file)}`] },
      { folders: ['payments'] },
    ],
    minScore: 90,
  },
  letters: {
    folder: 'server/letters',
    isMachines: false,
    switched: { folders: ['letters'] },
    hasBehaviour: false,
    stages: () => [{ folders: ['letters'] }],
    minScore: 90,
  },
  papers: {
    folder: 'server/papers',
    isMachines: false,
    switched: { folders: ['papers'] },
    hasBehaviour: false,
    stages: () => [{ folders: ['papers'] }],
    minScore: 90,
  },
};
