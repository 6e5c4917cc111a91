import { expect, test } from '@playwright/test';
import { mermaidScript } from '../../../scripts/mermaid.ts';
import { graphOf } from '../../../tools/flows/graph.ts';
import { mermaid as mermaidOf } from '../../../tools/flows/mermaid.ts';
import { models } from '../../paths/models.ts';

declare const mermaid: { render(id: string, text: string): Promise<{ svg: string }> };

test('Mermaid draws every machine', async ({ page }) => {
  const diagrams = Object.entries(models).map(([name, { machine }]) => ({
    name,
    text: mermaidOf(graphOf(machine)),
  }));
  expect(diagrams.length).toBeGreaterThan(10);

  await page.addScriptTag({ path: mermaidScript() });
  const renderErrors = await page.evaluate(async (allDiagrams) => {
    const errors: string[] = [];
    for (const [n, { name, text }] of allDiagrams.entries()) {
      await mermaid
        .render(`diagram-${n}`, text)
        .catch((error: unknown) => errors.push(`${name}: ${String(error)}`));
    }
    return errors;
  }, diagrams);
  expect(renderErrors).toEqual([]);
});
