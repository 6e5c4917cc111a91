// @ts-check
// The browser that walks the site in tests. `npm ci` downloads none: nearly every machine has one, and for a bare Linux
// machine there is one in the npm registry, which is reachable where Playwright's own download server is not.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

// The newest one made for Node 20.
const npmPackage = '@sparticuz/chromium@147.0.0';

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} env what it needs in its environment besides ours
 * @property {string} describe where it came from, for people
 */

/** Chromium without its windows: it draws the same pages with a quarter less CPU time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * @param {boolean} prefersShell
 * @returns {{path: string, origin: string}[]} places to look, the most deliberate choice first
 */
function places(prefersShell) {
  /** @type {Partial<Record<NodeJS.Platform, string[]>>} */
  const usual = {
    darwin: ['/', `${homedir()}/`].flatMap((home) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `${home}Applications/${name}.app/Contents/MacOS/${name}`,
      ),
    ),
    linux: [
      ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].map(
        (name) => `/usr/bin/${name}`,
      ),
      '/opt/google/chrome/chrome',
      '/snap/bin/chromium',
      HEADLESS_SHELL,
    ],
  };
  return [
    { path: chromium.executablePath(), origin: "Playwright's own" },
    ...(prefersShell ? [{ path: HEADLESS_SHELL, origin: 'installed on this machine' }] : []),
    ...(usual[process.platform] ?? []).map((path) => ({ path, origin: 'installed on this machine' })),
  ];
}

/**
 * Unpacks the registry's Chromium. It was made for a cloud function: with that setting it also unpacks the system libraries a
 * bare machine lacks; and it unpacks into a folder of fixed name in the temp dir, which we therefore make our own.
 * @returns {Promise<Browser>}
 */
async function fromNpm() {
  const folder = join(import.meta.dirname, '..', '.cache', 'chromium');
  const temp = join(folder, 'tmp');
  mkdirSync(temp, { recursive: true });
  const entry = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js');
  if (!existsSync(entry)) {
    console.log(`No browser found on this machine: fetching ${npmPackage} (66 MB) from npm …`);
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
    execFileSync('npm', ['install', ...options, npmPackage], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  // Importing it changes these for this whole process; only the browser is to see them.
  const changed = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'];
  const before = changed.map((name) => /** @type {const} */ ([name, process.env[name]]));
  process.env.TMPDIR = temp;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: packed } = await import(pathToFileURL(entry).href);
    const executablePath = await packed.executablePath();
    return {
      executablePath,
      env: {
        LD_LIBRARY_PATH: join(temp, 'al2023', 'lib'),
        ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(temp, 'fonts') }),
      },
      describe: `${npmPackage} from npm (${executablePath})`,
    };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/**
 * Finds a Chromium-like browser, and fetches one where there is none and npm has one. CHROME_PATH, when set, is the
 * only choice: a typing error in it must not quietly test another browser.
 * @param {object} [options]
 * @param {boolean} [options.prefersShell] tests take Chromium's headless shell where it is installed; measurements and
 *   pictures take the browser that people have
 * @returns {Promise<Browser>}
 * @throws when no browser can be had, with what to do about it
 */
export async function findBrowser({ prefersShell = false } = {}) {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH names no file: ${chosen}`);
    return { executablePath: chosen, env: {}, describe: `${chosen} (CHROME_PATH)` };
  }
  for (const { path, origin } of places(prefersShell)) {
    if (existsSync(path)) {
      return { executablePath: path, env: {}, describe: `${path} (${origin})` };
    }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  throw new Error(
    'No browser found for the tests: install Chrome or Chromium, name one in CHROME_PATH, or run ' +
      '`npx playwright install chromium`.',
  );
}
