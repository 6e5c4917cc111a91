import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, documentsFolder } from './documents.ts';

/* `npm run diagrams`: writes docs/machines and removes files without a machine. */

const files = await documents();
mkdirSync(documentsFolder, { recursive: true });
for (const old of readdirSync(documentsFolder)) {
  if (!files.has(old)) rmSync(join(documentsFolder, old));
}
for (const [name, content] of files) writeFileSync(join(documentsFolder, name), content);
console.log(`${files.size} files in docs/machines`);
// The layout engine keeps the process waiting otherwise.
process.exit(0);
