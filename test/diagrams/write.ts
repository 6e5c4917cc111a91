import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, documentsFolder, furtherViews } from './documents.ts';

/* `npm run diagrams`: writes docs/machines and removes other files; with `--all`, also the further views, which git ignores. */

const { files, problems } = await documents();
if (process.argv.includes('--all'))
  for (const [name, content] of await furtherViews()) files.set(name, content);
mkdirSync(documentsFolder, { recursive: true });
for (const [name, content] of files) writeFileSync(join(documentsFolder, name), content);
if (problems.length === 0)
  for (const obsolete of readdirSync(documentsFolder).filter((name) => !files.has(name)))
    rmSync(join(documentsFolder, obsolete));
console.log(`${files.size} files in docs/machines`);
for (const problem of problems) console.error(problem);
// The layout engine would keep the process running.
process.exit(problems.length === 0 ? 0 : 1);
