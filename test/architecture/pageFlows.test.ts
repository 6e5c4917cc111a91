import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type FlowGroup, registry } from '../../machines/registry.ts';

/* The compiler checks that a route's groups have the flows that its page needs (src/app/loading/loadPage.tsx). This checks the sections. */

const ROUTE =
  /loadPage\(\s*\(\) => import\('(?<file>[^']+)'\)(?:,\s*\[(?<needs>[^\]]*)\])?(?<groups>(?:,\s*lazy\.\w+)*),?\s*\)/gs;
const FLOW = /\buse(?:Flow|Resource)\(\s*'(\w+)'|\bneeds=\{\[([^\]]*)\]\}/g;
const IMPORT = /(?:from|import\() ?'(\.[^']+\.tsx?)'/g;
/** A component that starts flows itself. */
const OWN_FLOWS = /registry\.lazy\.(\w+)\(\)/g;

const namesIn = (list: string): string[] => Array.from(list.matchAll(/'(\w+)'/g), ([, name = '']) => name);

/** A page's file and all files of src/ that it imports, at its start or later. */
function filesOf(start: string): Set<string> {
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file) || !file.startsWith('src/') || !existsSync(file)) return;
    files.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) visit(join(dirname(file), path));
  };
  visit(start);
  return files;
}

type GroupName = keyof typeof registry.lazy;
const idsOf = async (group: string): Promise<string[]> =>
  ((await registry.lazy[group as GroupName]()) as FlowGroup).map(({ id }) => id);

const routes = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(ROUTE)].map(({ groups }) => ({
  file: join('src/app', groups?.['file'] ?? ''),
  needs: namesIn(groups?.['needs'] ?? ''),
  groups: Array.from((groups?.['groups'] ?? '').matchAll(/lazy\.(\w+)/g), ([, name = '']) => name),
}));

test('every route is read', () => {
  expect(routes).toHaveLength(readFileSync('src/app/routes.tsx', 'utf8').match(/\bloadPage\(/g)?.length ?? 0);
});

test.each(routes)('$file has the flows of all its sections', async ({ file, needs, groups }) => {
  const loaded = new Set(registry.atStart.map(({ id }): string => id));
  for (const group of groups) for (const id of await idsOf(group)) loaded.add(id);
  const used = new Map(needs.map((name) => [name, 'src/app/routes.tsx']));
  for (const each of filesOf(file)) {
    const code = readFileSync(each, 'utf8');
    for (const [, name, list = ''] of code.matchAll(FLOW)) {
      for (const flow of name === undefined ? namesIn(list) : [name]) used.set(flow, each);
    }
    for (const [, group = ''] of code.matchAll(OWN_FLOWS))
      for (const id of await idsOf(group)) loaded.add(id);
  }
  expect([...used].filter(([flow]) => !loaded.has(flow))).toEqual([]);
});
