import type { AnyStateMachine } from 'xstate';
import { nodesBelow, transitionsOf } from '../../diagrams/transitions.ts';

/** What timers take at most; XState fires a longer delay at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

interface Named {
  readonly type?: string;
}

interface InvokeConfig {
  readonly id?: string;
  readonly src?: unknown;
  readonly onError?: unknown;
}

interface NodeConfig {
  readonly invoke?: InvokeConfig | readonly InvokeConfig[];
  readonly after?: Readonly<Record<string, unknown>>;
  readonly initial?: string;
  readonly states?: Readonly<Record<string, NodeConfig>>;
}

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

const nameOf = (named: unknown): string | null =>
  typeof named === 'string' ? named : ((named as Named | null)?.type ?? null);

/**
 * What the compiler lets pass in a machine's configuration: names that nothing implements (an unknown delay fires at
 * once, an unknown guard throws), invokes that could take the machine down, delays that no timer can hold.
 */
export function lintMachine(machine: AnyStateMachine): string[] {
  const { actions, actors, delays, guards } = machine.implementations;
  const problems: string[] = [];
  const check = (where: string, kind: string, named: unknown, known: object): void => {
    const name = nameOf(named);
    if (name !== null && !name.startsWith('xstate.') && !(name in known)) {
      problems.push(`${where}: unknown ${kind} '${name}'`);
    }
  };

  for (const node of nodesBelow(machine.root)) {
    const config = node.config as NodeConfig;
    for (const invoke of asList(config.invoke)) {
      check(node.id, 'actor', invoke.src, actors);
      if (invoke.id === undefined) problems.push(`${node.id}: the invoke of ${nameOf(invoke.src)} has no id`);
      if (invoke.onError === undefined) {
        problems.push(`${node.id}: the invoke of ${nameOf(invoke.src)} has no onError`);
      }
    }
    for (const delay of Object.keys(config.after ?? {})) {
      const fixed = /^\d+$/.test(delay) ? Number(delay) : (delays as Record<string, unknown>)[delay];
      if (fixed === undefined) problems.push(`${node.id}: unknown delay '${delay}'`);
      if (typeof fixed === 'number' && fixed > LONGEST_DELAY) {
        problems.push(`${node.id}: delay '${delay}' is beyond the timer limit`);
      }
    }
    if (config.initial !== undefined && !(config.initial in (config.states ?? {}))) {
      problems.push(`${node.id}: unknown initial state '${config.initial}'`);
    }
    for (const action of [...node.entry, ...node.exit]) check(node.id, 'action', action, actions);
    const transitions = transitionsOf(node).flatMap(([, candidates]) => candidates);
    for (const transition of transitions) {
      const where = `${node.id} on ${transition.eventType || 'always'}`;
      check(where, 'guard', transition.guard, guards);
      for (const action of transition.actions) check(where, 'action', action, actions);
    }
  }
  return problems;
}
