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
  const renderErrors = await page.evaluate(async (allDiagrams) => {
    const errors: string[] = [];
    for (const [n, { file, text }] of allDiagrams.entries()) {
      await mermaid
        .render(`diagram-${n}`, text)
        .catch((error: unknown) => errors.push(`${file}: ${String(error)}`));
    }
    return errors;
  }, diagrams);
  expect(renderErrors).toEqual([]);
});
