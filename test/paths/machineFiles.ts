import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const machinesFolder = join(import.meta.dirname, '..', '..', 'machines');

/** By name: `checkout` is `checkout/checkout.ts`. */
export const machineFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(machinesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => readFileSync(join(machinesFolder, file), 'utf8').includes('.createMachine('))
    .map((file) => [basename(file, '.ts'), file.replaceAll('\\', '/')]),
);
