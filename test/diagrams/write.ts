import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, documentsFolder, furtherViews } from './documents.ts';

/* `npm run diagrams`: writes docs/machines and removes other files; with `--all`, also the further views, which git ignores. */

const files = await documents();
if (process.argv.includes('--all'))
  for (const [name, content] of await furtherViews()) files.set(name, content);
mkdirSync(documentsFolder, { recursive: true });
for (const obsolete of readdirSync(documentsFolder)) {
  if (!files.has(obsolete)) rmSync(join(documentsFolder, obsolete));
}
for (const [name, content] of files) writeFileSync(join(documentsFolder, name), content);
console.log(`${files.size} files in docs/machines`);
// The layout engine would keep the process running.
process.exit(0);
