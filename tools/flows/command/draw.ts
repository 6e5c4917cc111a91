import { drawMachine } from '../drawing.ts';
import { drawFolded } from '../folding.ts';
import { graphOf } from '../graph.ts';
import { mermaid } from '../mermaid.ts';
import { textOf } from '../text.ts';
import { type Machines, readEach } from './refusal.ts';

/** What `flows draw` writes, by file name: each machine as a picture, a large one folded too, as Mermaid text and as text of one fact a line. */
export async function drawFiles(machines: Machines): Promise<Map<string, string>> {
  const files = await readEach(machines, async (name, machine): Promise<[string, string][]> => [
    [`${name}.svg`, await drawMachine(machine)],
    ...foldedFile(name, await drawFolded(machine)),
    [`${name}.mmd`, mermaid(graphOf(machine))],
    [`${name}.txt`, textOf(graphOf(machine))],
  ]);
  return new Map(files.flat());
}

const foldedFile = (name: string, picture: string | null): [string, string][] =>
  picture === null ? [] : [[`${name}-folded.svg`, picture]];
