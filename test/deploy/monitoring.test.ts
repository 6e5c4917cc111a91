import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dashboardExpressions, readExpression, alertRules } from './monitoring.ts';

/* Alert rules, dashboard and runbook match. test/payments/provider/metrics.test.ts compares them with the metrics of a server. */

test('the metrics of an expression and its validity are recognised', () => {
  expect(readExpression('sum by (le) (rate(a_bucket{route=~"/x"}[5m])) > on() b')).toEqual({
    metrics: ['a_bucket', 'b'],
    isValid: true,
  });
  expect(readExpression('sum(a').isValid).toBe(false);
});

test('every expression of the alerts and the dashboard is valid', () => {
  const expressions = [...alertRules.map(({ expr }) => expr), ...dashboardExpressions];
  expect(expressions.length).toBeGreaterThan(30);
  expect(expressions.filter((expression) => !readExpression(expression).isValid)).toEqual([]);
});

test('every alert has a section in the runbook, and every such section has an alert', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const sections = [...runbook.matchAll(/^### (Litrooms\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alertRules.map(({ alert }) => alert));
  for (const { alert, annotations, labels } of alertRules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

test('every setting is in docs/settings.md and in .env.example', () => {
  const source = readFileSync('server/platform/config/config.ts', 'utf8');
  const settings = new Set([...source.matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name));
  expect(settings.size).toBeGreaterThan(30);
  const settingsPage = readFileSync('docs/settings.md', 'utf8');
  const example = readFileSync('.env.example', 'utf8');
  expect([...settings].filter((name) => !settingsPage.includes(`\`${name}\``))).toEqual([]);
  expect([...settings].filter((name) => !example.includes(`#${name}=`))).toEqual([]);
  const named = [...settingsPage.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z][A-Z0-9_]{3,}/g) ?? [],
  );
  expect(named.filter((name) => !settings.has(name))).toEqual([]);
});
