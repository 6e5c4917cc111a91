import { drawMachine } from '../drawing.ts';
import { graphOf } from '../graph.ts';
import { mermaid } from '../mermaid.ts';
import { textOf } from '../text.ts';
import { type Machines, readEach } from './refusal.ts';

/** What `flows draw` writes, by file name: each machine as a picture, as Mermaid text and as text of one fact a line. */
export async function drawFiles(machines: Machines): Promise<Map<string, string>> {
  const files = await readEach(machines, async (name, machine): Promise<[string, string][]> => [
    [`${name}.svg`, await drawMachine(machine)],
    [`${name}.mmd`, mermaid(graphOf(machine))],
    [`${name}.txt`, textOf(graphOf(machine))],
  ]);
  return new Map(files.flat());
}
