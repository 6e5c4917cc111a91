// The measuring tools have a separate package.json and lock file here, so that running or testing the site does not install them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is read of a report of Lighthouse, which is not installed when the types are checked. */
export interface LighthouseReport {
  categories: Record<string, { score: number } | undefined>;
  audits: Record<
    string,
    {
      id: string;
      score: number | null;
      scoreDisplayMode: string;
      numericValue?: number;
      details?: { items: { transferSize?: number; resourceType?: string }[] };
    }
  >;
}

/** Imports Lighthouse, and starts its browser. */
export async function startLighthouse(executablePath: string) {
  const { default: lighthouse, desktopConfig } = (await importTool('lighthouse')) as {
    default: (url: string, flags: object, config?: object) => Promise<{ lhr: LighthouseReport }>;
    desktopConfig: object;
  };
  const { launch } = (await importTool('chrome-launcher')) as {
    launch: (options: object) => Promise<{ port: number; kill: () => void }>;
  };
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--no-sandbox'],
    logLevel: 'silent',
  });
  return { lighthouse, desktopConfig, chrome };
}

/**
 * Loads one of the packages of bench/package.json. Installs all of them first if they are missing.
 * @returns its exports
 */
export async function importTool(name: 'autocannon' | 'lighthouse' | 'chrome-launcher'): Promise<unknown> {
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
    console.log('Installing the measuring tools …');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const require = createRequire(join(import.meta.dirname, 'package.json'));
  // An import would be compiled by Vite, which runs this file and cannot compile CommonJS.
  return require(name) as unknown;
}
