import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawMachine } from '../../tools/flows/drawing.ts';
import { models } from '../paths/models.ts';
import { documents, documentsFolder, furtherViews } from './documents.ts';

/*
 * `npm run diagrams`: writes docs/machines and removes other files. `npm run diagrams -- machine…` writes only the pictures of these
 * machines. `--all` also writes the further views, which git ignores.
 */

const args = process.argv.slice(3);
const named = args.filter((arg) => !arg.startsWith('-'));
const unknown = named.filter((name) => !Object.hasOwn(models, name));
if (unknown.length > 0) {
  console.error(`There is no machine "${unknown.join(' ')}"; there are: ${Object.keys(models).join(', ')}.`);
  process.exit(2);
}

const files = new Map<string, string>();
const problems: string[] = [];
for (const name of named) files.set(`${name}.svg`, await drawMachine(models[name]!.machine));
if (named.length === 0) {
  const all = await documents();
  for (const [name, content] of all.files) files.set(name, content);
  problems.push(...all.problems);
}
if (args.includes('--all'))
  for (const [name, content] of await furtherViews(named.length > 0 ? named : undefined))
    files.set(name, content);
mkdirSync(documentsFolder, { recursive: true });
for (const [name, content] of files) writeFileSync(join(documentsFolder, name), content);
if (named.length === 0 && problems.length === 0)
  for (const obsolete of readdirSync(documentsFolder).filter((name) => !files.has(name)))
    rmSync(join(documentsFolder, obsolete));
console.log(`${files.size} files in docs/machines`);
for (const problem of problems) console.error(problem);
// The layout engine would keep the process running.
process.exit(problems.length === 0 ? 0 : 1);
