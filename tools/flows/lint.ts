import type { AnyStateMachine } from 'xstate';
import { deadEnds } from './lint/deadEnds.ts';
import { selfAndDescendants, transitionsOf } from './transitions.ts';

/** A longer timer fires immediately. */
const MAX_TIMER_DELAY = 2 ** 31 - 1;

export interface LintOptions {
  /** Also the house rules: every invoke has an id and an `onError`, and every guard has a name. */
  readonly house?: boolean | undefined;
  /** The machine need not handle every failure of its actors. */
  readonly mayFail?: boolean | undefined;
}

/** A guard or an action. The creators of XState add the other parts. */
interface Named {
  readonly type?: string;
  readonly guards?: readonly unknown[];
  readonly src?: unknown;
  readonly delay?: unknown;
}

/** XState does not mark callbacks: only theirs have receivers. A callback fails only if it cannot be started. */
const isCallback = (logic: unknown): boolean =>
  String((logic as { transition?: unknown }).transition).includes('receivers');

const hasGuard = (transition: unknown): boolean => (transition as { guard?: unknown }).guard !== undefined;

/**
 * The faults of a machine that the compiler does not find: names without an implementation (an unknown delay fires immediately, an
 * unknown guard throws), failures that stop the machine, delays that are too long for a timer, and states and transitions that no
 * path reaches. A machine without any implementation gets them elsewhere: its names are a matter of the house.
 */
export function lintMachine(machine: AnyStateMachine, options: LintOptions = {}): string[] {
  const { house = false, mayFail = false } = options;
  const { actions, actors, delays, guards } = machine.implementations;
  const faults: string[] = [];
  const hasImplementations = [actions, actors, delays, guards].some((all) => Object.keys(all).length > 0);
  const check = (where: string, kind: string, named: unknown, known: object): void => {
    const name = typeof named === 'string' ? named : (named as Named | undefined)?.type;
    if (name === undefined || name.startsWith('xstate.') || name in known) return;
    if (house || hasImplementations) faults.push(`${where}: unknown ${kind} '${name}'`);
  };
  const checkGuard = (where: string, guard: unknown): void => {
    if (guard === undefined) return;
    const { guards: composed } = guard as Named;
    if (composed !== undefined) for (const each of composed) checkGuard(where, each);
    else if (typeof guard !== 'function') check(where, 'guard', guard, guards);
    else if (house) faults.push(`${where}: a guard without a name`);
  };
  const checkAction = (where: string, action: unknown): void => {
    check(where, 'action', action, actions);
    const { type, src, delay } = action as Named;
    if (type === 'xstate.spawnChild') check(where, 'actor', src, actors);
    if (typeof delay === 'string') check(where, 'delay', delay, delays);
    const length = typeof delay === 'string' ? (delays as Record<string, unknown>)[delay] : delay;
    if (Number(length) > MAX_TIMER_DELAY)
      faults.push(`${where}: delay '${String(delay)}' is beyond the timer limit`);
  };

  for (const node of selfAndDescendants(machine.root)) {
    for (const [nth, { id, src, onError }] of node.invoke.entries()) {
      const isNamed = typeof src === 'string' && !src.startsWith('xstate.invoke.');
      const name = isNamed ? src : 'an inline actor';
      check(node.id, 'actor', src, actors);
      if (house && id === `${nth}.${node.id}`) faults.push(`${node.id}: the invoke of ${name} has no id`);
      const logic: unknown = isNamed ? actors[src] : [node.config.invoke].flat()[nth]?.src;
      const mayStop = house || (logic !== undefined && !isCallback(logic));
      if (onError === undefined && mayStop) faults.push(`${node.id}: the invoke of ${name} has no onError`);
      else if (onError !== undefined && !mayFail && [onError].flat().every(hasGuard))
        faults.push(`${node.id}: not every failure of ${name} is handled`);
    }
    // The timers of `after` are raised on entry.
    for (const action of [...node.entry, ...node.exit]) checkAction(node.id, action);
    for (const [triggerType, candidates] of transitionsOf(node))
      for (const { guard, actions: done } of candidates) {
        checkGuard(`${node.id} on ${triggerType}`, guard);
        for (const action of done) checkAction(`${node.id} on ${triggerType}`, action);
      }
  }
  return [...new Set([...faults, ...deadEnds(machine).map(({ text }) => text)])];
}
