import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type FlowGroup, lazyFlows, registry } from '../../machines/registry.ts';

/*
 * A component names each flow with its group, which is loaded when a page does not have it (src/app/system/flows.ts). This checks that the
 * routes load all groups of their pages with the page, because a group that is loaded later is rendered later.
 */

const ROUTE =
  /loadPage\(\s*\(\) => import\('(?<file>[^']+)'\)(?:,\s*\[[^\]]*\])?(?<groups>(?:,\s*lazy\.\w+)*),?\s*\)/gs;
const USE = /\buseFlow\([^()]*, lazyFlows\.(\w+),?\s*\)/g;
/** With the names of an `import { … }` or `export { … }`. */
const IMPORT = /(?:\{(?<names>[^{}]*)\} from|from|import\() ?'(?<path>\.[^']+\.tsx?)'/g;

/** Sections that few visitors see: their flows are loaded when they are shown. */
const loadedLater = [
  'src/account/session/NewAccountForm.tsx',
  'src/bookings/list/UnpaidActions.tsx',
  'src/bookings/waitingList/WaitingListSection.tsx',
];

type GroupName = keyof typeof lazyFlows;
const idsOf = async (group: string): Promise<string[]> =>
  ((await lazyFlows[group as GroupName]()) as FlowGroup).map(({ id }) => id);
const groupsIn = (code: string): string[] =>
  Array.from(code.matchAll(/lazy\.(\w+)/g), ([, name = '']) => name);

/** Files from which an import takes only what it names. */
const DOOR = /\/exports\.ts$/;

/** The statements of a door that export one of the names. */
const statementsOf = (code: string, names: string): string =>
  code
    .split(';')
    .filter((statement) =>
      names
        .split(',')
        .some((name) => new RegExp(`\\b${name.replace('type ', '').trim()}\\b`).test(statement)),
    )
    .join(';');

/** A page's file and all files of src/ that it imports, at its start or later. */
function filesOf(start: string): Set<string> {
  const files = new Set<string>();
  const follow = (file: string, code: string): void => {
    for (const { groups } of code.matchAll(IMPORT))
      visit(join(dirname(file), groups?.['path'] ?? ''), groups?.['names'] ?? '');
  };
  const visit = (file: string, names: string): void => {
    if (!file.startsWith('src/') || !existsSync(file)) return;
    if (DOOR.test(file)) follow(file, statementsOf(readFileSync(file, 'utf8'), names));
    if (files.has(file) || loadedLater.includes(file) || DOOR.test(file)) return;
    files.add(file);
    follow(file, readFileSync(file, 'utf8'));
  };
  visit(start, '');
  return files;
}

const routes = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(ROUTE)].map(({ groups }) => ({
  file: join('src/app', groups?.['file'] ?? ''),
  groups: groupsIn(groups?.['groups'] ?? ''),
}));

test('every route, and every section that is loaded later, is read', () => {
  expect(routes).toHaveLength(readFileSync('src/app/routes.tsx', 'utf8').match(/\bloadPage\(/g)?.length ?? 0);
  for (const file of loadedLater) expect(readFileSync(file, 'utf8').match(USE)).not.toBeNull();
});

test.each(routes)('$file has the flows of all its sections from the start', async ({ file, groups }) => {
  const loaded = new Set(registry.atStart.map(({ id }): string => id));
  for (const group of groups) for (const id of await idsOf(group)) loaded.add(id);
  const late: string[] = [];
  for (const each of filesOf(file)) {
    for (const [use, group = ''] of readFileSync(each, 'utf8').matchAll(USE)) {
      const flow = /'(\w+)'/.exec(use)?.[1];
      const needed = flow === undefined ? await idsOf(group) : [flow];
      if (!needed.every((id) => loaded.has(id))) late.push(`${each}: ${use}`);
    }
  }
  expect(late).toEqual([]);
});
