// `npm run bench:web -- --compare <revision>`: Lighthouse's mobile preset on the pages of this build and of a revision's build, in
// turns on the same machine, with a page of plain HTML as the floor.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../scripts/builtServer.ts';
import { loadText, median, printTable } from './figures.ts';
import { buildRevision } from './revision.ts';
import { type LighthouseReport, startLighthouse } from './tools.ts';

/** The last two are opened signed out. */
const PAGES = [
  '/',
  '/meeting-room',
  '/meeting-room/banyan-studio',
  '/blog',
  '/login',
  '/join-us',
  '/my-bookings',
  '/desk',
];
const FLOOR =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Plain</title><h1>Plain</h1><p>A page without scripts and styles.';

/** A server of one page of plain HTML. */
async function startFloor(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(FLOOR));
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

export async function comparePages(revision: string, rounds: number, executablePath: string) {
  const before = buildRevision(revision, { hasOwnPackages: false });
  const folders = [before.folder, '.'].map(() => mkdtempSync(join(tmpdir(), 'litrooms-bench-')));
  const servers = [
    await startServer({ DATA_DIR: folders[0] }, { checkout: before.folder }),
    await startServer({ DATA_DIR: folders[1] }),
    await startFloor(),
  ];
  const { lighthouse, chrome } = await startLighthouse(executablePath);
  const results = new Map<string, LighthouseReport[]>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const page of PAGES) {
        for (const [index, name] of ['before', 'now', 'floor'].entries()) {
          if (name === 'floor' && page !== '/') continue;
          const { lhr } = await lighthouse(`${servers[index]?.url}${page}`, {
            port: chrome.port,
            output: 'json',
            logLevel: 'silent',
          });
          const key = `${page} ${name}`;
          results.set(key, [...(results.get(key) ?? []), lhr]);
        }
      }
    }
  } finally {
    chrome.kill();
    for (const server of servers) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    before.remove();
  }
  console.log(
    `\nLighthouse, mobile, medians of ${rounds}, ${revision} and this build in turns; ${loadText()}; times in ms`,
  );
  printTable(
    ['page', 'build', 'perf', 'a11y', 'best', 'SEO', 'LCP', 'TBT', 'CLS'],
    Array.from(results, ([key, lhrs]) => {
      const score = (name: string) =>
        Math.round(100 * median(lhrs.map((lhr) => lhr.categories[name]?.score ?? 0)));
      const audit = (name: string) => median(lhrs.map((lhr) => lhr.audits[name]?.numericValue ?? 0));
      return [
        ...key.split(' '),
        score('performance'),
        score('accessibility'),
        score('best-practices'),
        score('seo'),
        Math.round(audit('largest-contentful-paint')),
        Math.round(audit('total-blocking-time')),
        audit('cumulative-layout-shift').toFixed(3),
      ];
    }),
  );
}
