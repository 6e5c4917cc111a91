import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { mermaidScript } from '../../scripts/mermaid.mjs';

declare const mermaid: { render(id: string, text: string): Promise<{ svg: string }> };

const diagramsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, text]) => text ?? '');

test('Mermaid draws every diagram of the documents', async ({ page }) => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file));
  const diagrams = ['README.md', ...documents].flatMap((file) =>
    diagramsOf(file).map((text) => ({ file, text })),
  );
  expect(diagrams.length).toBeGreaterThan(10);

  await page.addScriptTag({ path: mermaidScript() });
  const failed = await page.evaluate(async (all) => {
    const messages: string[] = [];
    for (const [n, { file, text }] of all.entries()) {
      await mermaid
        .render(`diagram-${n}`, text)
        .catch((error: unknown) => messages.push(`${file}: ${String(error)}`));
    }
    return messages;
  }, diagrams);
  expect(failed).toEqual([]);
});
