import type { AnyStateMachine } from 'xstate';
import { deadEnds } from './lint/deadEnds.ts';
import { selfAndDescendants, transitionsOf } from './transitions.ts';

/** A longer timer fires immediately. */
const MAX_TIMER_DELAY = 2 ** 31 - 1;

interface Named {
  readonly type?: string;
}

/** `and`, `or` and `not`. */
interface ComposedGuard {
  readonly guards?: readonly unknown[];
}

/** An action of an XState creator: `spawnChild` has a source, `raise` and `sendTo` may have a delay. */
interface BuiltAction extends Named {
  readonly src?: unknown;
  readonly delay?: unknown;
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

const hasGuard = (transition: unknown): boolean =>
  typeof transition === 'object' && transition !== null && 'guard' in transition;

const nameOf = (named: unknown): string | null =>
  typeof named === 'string' ? named : ((named as Named | null)?.type ?? null);

const actorName = (src: unknown): string => nameOf(src) ?? 'an inline actor';

/**
 * The errors in a machine's configuration that the compiler does not find: names without an implementation (an unknown delay
 * fires immediately, an unknown guard throws), guards without a name, invokes without error handling, delays that are too long for
 * a timer, and unreachable states and transitions. `mayFail`: the machine need not handle every failure of its actors.
 */
export function lintMachine(machine: AnyStateMachine, mayFail = false): string[] {
  const { actions, actors, delays, guards } = machine.implementations;
  const errors: string[] = [];
  const check = (where: string, kind: string, named: unknown, known: object): void => {
    const name = nameOf(named);
    if (name !== null && !name.startsWith('xstate.') && !(name in known)) {
      errors.push(`${where}: unknown ${kind} '${name}'`);
    }
  };
  const checkGuard = (where: string, guard: unknown): void => {
    const composed = (guard as ComposedGuard).guards;
    if (composed !== undefined) for (const each of composed) checkGuard(where, each);
    else if (typeof guard === 'function') errors.push(`${where}: a guard without a name`);
    else check(where, 'guard', guard, guards);
  };
  const checkDelay = (where: string, delay: unknown): void => {
    const duration = typeof delay === 'string' ? (delays as Record<string, unknown>)[delay] : delay;
    if (typeof delay === 'string' && duration === undefined)
      errors.push(`${where}: unknown delay '${delay}'`);
    if (typeof duration === 'number' && duration > MAX_TIMER_DELAY) {
      errors.push(`${where}: delay '${String(delay)}' is beyond the timer limit`);
    }
  };
  const checkAction = (where: string, action: unknown): void => {
    check(where, 'action', action, actions);
    const { type, src, delay } = action as BuiltAction;
    if (type === 'xstate.spawnChild') check(where, 'actor', src, actors);
    // The timer of a delay is checked with the delay itself.
    if (type !== 'xstate.raise' || !isTimer(action)) checkDelay(where, delay);
  };

  for (const node of selfAndDescendants(machine.root)) {
    const config = node.config as NodeConfig;
    for (const invoke of asList(config.invoke)) {
      check(node.id, 'actor', invoke.src, actors);
      if (invoke.id === undefined)
        errors.push(`${node.id}: the invoke of ${actorName(invoke.src)} has no id`);
      if (invoke.onError === undefined) {
        errors.push(`${node.id}: the invoke of ${actorName(invoke.src)} has no onError`);
      } else if (!mayFail && asList(invoke.onError).every((transition) => hasGuard(transition))) {
        errors.push(`${node.id}: not every failure of ${actorName(invoke.src)} is handled`);
      }
    }
    for (const delay of Object.keys(config.after ?? {})) {
      checkDelay(node.id, /^\d+$/.test(delay) ? Number(delay) : delay);
    }
    if (config.initial !== undefined && !(config.initial in (config.states ?? {}))) {
      errors.push(`${node.id}: unknown initial state '${config.initial}'`);
    }
    for (const action of [...node.entry, ...node.exit]) checkAction(node.id, action);
    for (const [triggerType, candidates] of transitionsOf(node)) {
      const where = `${node.id} on ${triggerType}`;
      for (const transition of candidates) {
        if (transition.guard !== undefined) checkGuard(where, transition.guard);
        for (const action of transition.actions) checkAction(where, action);
      }
    }
  }
  return [...errors, ...deadEnds(machine).map(({ text }) => text)];
}

const isTimer = (action: unknown): boolean =>
  (action as { event?: { type?: string } }).event?.type?.startsWith('xstate.after.') === true;
