import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { graphOf } from '../../../tools/flows/graph.ts';
import { mermaid } from '../../../tools/flows/mermaid.ts';
import { machineOf, randomConfig } from '../randomMachine.ts';
const texts = fc.sample(randomConfig, { numRuns: Number(process.argv[3] ?? 100), seed: 7 }).map((c) => mermaid(graphOf(machineOf(c))));
writeFileSync('/tmp/draw/texts.json', JSON.stringify(texts));
process.exit(0);
