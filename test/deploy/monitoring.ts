import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/* Parses the alert rules and the dashboard for the tests. */

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
  groups: readonly { readonly rules: readonly Rule[] }[];
};
export const alertRules = groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}
const dashboard = JSON.parse(readFileSync('deploy/grafana/litrooms.json', 'utf8')) as Dashboard;
/** Grafana replaces its variable by a duration, and so does this code. */
export const dashboardExpressions = dashboard.panels
  .flatMap(({ targets }) => targets)
  .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'));

/** Metrics that a PromQL expression uses, and whether the expression is valid. */
export function readExpression(expression: string): { metrics: string[]; isValid: boolean } {
  const metrics: string[] = [];
  let isValid = true;
  parser.parse(expression).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) isValid = false;
      if (type.name !== 'VectorSelector') return;
      const name = node.getChild('Identifier');
      metrics.push(expression.slice(name?.from ?? from, name?.to ?? to));
    },
  });
  return { metrics, isValid };
}
