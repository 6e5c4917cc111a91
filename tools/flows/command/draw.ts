import { drawMachine } from '../drawing.ts';
import { drawFolded } from '../folding.ts';
import { graphOf } from '../graph.ts';
import { mermaid } from '../mermaid.ts';
import { textOf } from '../text.ts';
import { type Machines, mapMachines } from './commandError.ts';

/**
 * The files that `flows draw` writes, by name: each machine as a picture, as Mermaid text, and as text with one fact per line. A
 * large machine also gets a folded picture.
 */
export async function drawFiles(machines: Machines): Promise<Map<string, string>> {
  const files = await mapMachines(machines, async (name, machine): Promise<[string, string][]> => [
    [`${name}.svg`, await drawMachine(machine)],
    ...foldedFile(name, await drawFolded(machine)),
    [`${name}.mmd`, mermaid(graphOf(machine))],
    [`${name}.txt`, textOf(graphOf(machine))],
  ]);
  return new Map(files.flat());
}

const foldedFile = (name: string, picture: string | null): [string, string][] =>
  picture === null ? [] : [[`${name}-folded.svg`, picture]];
