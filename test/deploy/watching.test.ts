import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawn, readExpression, rules } from './watch.ts';

/* Alert rules, dashboard and runbook belong together; test/payments/metrics.test.ts compares them with what a server says. */

test('expressions and the figures they name are read', () => {
  expect(readExpression('sum by (le) (rate(a_bucket{route=~"/x"}[5m])) > on() b')).toEqual({
    metrics: ['a_bucket', 'b'],
    isValid: true,
  });
  expect(readExpression('sum(a').isValid).toBe(false);
});

test('every expression of the alerts and the dashboard is valid', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...drawn];
  expect(expressions.length).toBeGreaterThan(30);
  expect(expressions.filter((expression) => !readExpression(expression).isValid)).toEqual([]);
});

test('every alert has a section of the runbook, and every such section an alert', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const sections = [...runbook.matchAll(/^### (Litrooms\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

test('every setting has its danger in the documentation, and .env.example has it', () => {
  const source = readFileSync('server/config.ts', 'utf8');
  const settings = new Set([...source.matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name));
  expect(settings.size).toBeGreaterThan(30);
  const dangers = readFileSync('docs/settings.md', 'utf8');
  const example = readFileSync('.env.example', 'utf8');
  expect([...settings].filter((name) => !dangers.includes(`\`${name}\``))).toEqual([]);
  expect([...settings].filter((name) => !example.includes(`#${name}=`))).toEqual([]);
  const named = [...dangers.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z_]{4,}/g) ?? [],
  );
  expect(named.filter((name) => !settings.has(name))).toEqual([]);
});
