import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, documentsFolder } from './documents.ts';

/* `npm run diagrams`: writes docs/machines and removes files without a machine. */

const files = await documents();
mkdirSync(documentsFolder, { recursive: true });
for (const obsolete of readdirSync(documentsFolder)) {
  if (!files.has(obsolete)) rmSync(join(documentsFolder, obsolete));
}
for (const [name, content] of files) writeFileSync(join(documentsFolder, name), content);
console.log(`${files.size} files in docs/machines`);
// The layout engine would keep the process running.
process.exit(0);
