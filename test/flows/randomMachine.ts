import fc from 'fast-check';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';

/*
 * Random machines: compound, parallel, final and history states in any nesting, explicit ids, names with odd characters; transitions
 * of events, wildcards, delays, actors, `always` and `onDone`, guarded or not, reentering or not, without a target, to the state
 * itself, inside, outside, to two regions, by id and by path.
 */

const names = [
  'a',
  'b',
  'a_b',
  'a-b',
  'a b',
  'end',
  'state',
  'note',
  'root',
  'default',
  'class x',
  'x: y',
  'x; y',
  'say "no"',
  '<b>',
  'a{b}',
  '[*]',
  '[[fork]]',
  '<<choice>>',
  'a-->b',
  '--',
  '%% c',
  'direction TB',
  'n#35;',
  'அறை',
  "it's",
  'a|b',
  '`x`',
  '1',
] as const;
const EVENTS = ['GO', 'BACK', 'room.chosen', 'room.*', '*', 'note: "x"; #1'] as const;

const transition = fc.record({
  cause: fc.constantFrom<Cause>('on', 'on', 'on', 'always', 'after', 'onDone', 'actorDone', 'actorFailed'),
  event: fc.constantFrom(...EVENTS),
  delay: fc.constantFrom('10', '90000', 'aWhile'),
  guard: fc.constantFrom(undefined, undefined, 'isTrue', 'isFalse'),
  target: fc.constantFrom<Aim>('none', 'none', 'own', 'own', 'inside', 'any', 'any', 'two'),
  nth: fc.nat(40),
  /** By a path if there is one, otherwise by an id. */
  byPath: fc.boolean(),
  reenter: fc.boolean(),
  actions: fc.constantFrom([], [], ['act'], ['act', 'do: "it"']),
});
type Cause = 'on' | 'always' | 'after' | 'onDone' | 'actorDone' | 'actorFailed';
type Aim = 'none' | 'own' | 'inside' | 'any' | 'two';
type TransitionPlan = typeof transition extends fc.Arbitrary<infer T> ? T : never;

const statePlan = fc.record({
  parent: fc.nat(40),
  name: fc.constantFrom(...names),
  /** An atomic state may be one of these. */
  leaf: fc.constantFrom('atomic', 'atomic', 'atomic', 'final', 'history'),
  isParallel: fc.boolean(),
  isDeep: fc.boolean(),
  initial: fc.nat(5),
  hasId: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  isBusy: fc.boolean(),
  transitions: fc.array(transition, { maxLength: 3 }),
});
type StatePlan = typeof statePlan extends fc.Arbitrary<infer T> ? T : never;

interface State {
  readonly plan: StatePlan;
  readonly key: string;
  readonly parent: State | null;
  readonly children: State[];
}

const isHistory = ({ plan, children, parent }: State): boolean =>
  children.length === 0 &&
  plan.leaf === 'history' &&
  // A composite state has another state inside.
  parent !== null &&
  parent.children.some((other) => other.children.length > 0 || other.plan.leaf !== 'history');
const isFinal = ({ plan, children, parent }: State): boolean =>
  parent !== null && children.length === 0 && plan.leaf === 'final';
const idOf = ({ plan, key, parent }: State, n: number): string | undefined =>
  parent === null ? key : plan.hasId ? `${plan.name} ${n}` : undefined;
const pathOf = (state: State): string[] =>
  state.parent === null ? [] : [...pathOf(state.parent), state.key];
const insideOf = (state: State): State[] => state.children.flatMap((child) => [child, ...insideOf(child)]);

function configOf(plans: readonly StatePlan[]): object {
  const states: State[] = [];
  for (const plan of plans) {
    const parent = states[plan.parent % Math.max(1, states.length)] ?? null;
    // Keys are distinct. The machine's id is one of the odd names.
    const isTaken = parent?.children.some(({ key }) => key === plan.name);
    const state = { plan, parent, children: [], key: isTaken ? `${plan.name} ${states.length}` : plan.name };
    parent?.children.push(state);
    states.push(state);
  }
  const rootKey = states[0]?.key ?? '';
  const byId = (state: State): string => `#${[rootKey, ...pathOf(state)].join('.')}`;

  const nameTarget = (source: State, target: State, byPath: boolean): string => {
    const explicit = idOf(target, states.indexOf(target));
    const absolute = explicit === undefined ? byId(target) : `#${explicit}`;
    if (!byPath) return absolute;
    if (insideOf(source).includes(target)) return `.${pathOf(target).slice(pathOf(source).length).join('.')}`;
    const { parent } = source;
    if (parent === null || !insideOf(parent).includes(target)) return byId(target);
    return pathOf(target).slice(pathOf(parent).length).join('.');
  };
  const targetsOf = (source: State, { target, nth }: TransitionPlan): State[] => {
    const pick = (from: readonly State[]): State[] => from.slice(nth % Math.max(1, from.length)).slice(0, 1);
    const regionsOf = ({ plan, children }: State): State[] =>
      plan.isParallel ? children.filter((child) => !isHistory(child)).slice(0, 2) : [];
    const candidates: Readonly<Record<Aim, () => State[]>> = {
      none: () => [],
      own: () => [source],
      inside: () => pick(insideOf(source)),
      any: () => pick(states),
      two: () => pick(states.filter((state) => regionsOf(state).length > 1)).flatMap(regionsOf),
    };
    return candidates[target]();
  };

  const stateConfig = (state: State): object => {
    const { plan, key, parent, children } = state;
    const n = states.indexOf(state);
    const id = idOf(state, n);
    const head = id === undefined ? {} : { id };
    if (isHistory(state)) {
      const [first] = (parent?.children ?? []).filter((each) => !isHistory(each)).slice(plan.initial % 2);
      const target = plan.isBusy && first ? { target: first.key } : {};
      return { ...head, type: 'history', history: plan.isDeep ? 'deep' : 'shallow', ...target };
    }
    const actions = { entry: `enter ${n}`, exit: `exit ${n}` };
    if (isFinal(state)) return { ...head, ...actions, type: 'final' };
    const lists = new Map<Cause, Record<string, object[]>>();
    for (const each of plan.transitions) {
      const targets = targetsOf(state, each).map((target) => nameTarget(state, target, each.byPath));
      const config = {
        ...(targets.length === 0 ? {} : { target: targets }),
        ...(each.guard === undefined ? {} : { guard: each.guard }),
        ...(each.cause === 'always' ? { guard: 'isTold' } : {}),
        ...(each.reenter ? { reenter: true } : {}),
        actions: each.actions,
      };
      const type = each.cause === 'after' ? each.delay : each.event;
      const list = lists.get(each.cause) ?? {};
      list[each.cause === 'on' || each.cause === 'after' ? type : ''] ??= [];
      list[each.cause === 'on' || each.cause === 'after' ? type : '']?.push(config);
      lists.set(each.cause, list);
    }
    const only = (cause: Cause): object[] | undefined => lists.get(cause)?.[''];
    const invoke = {
      id: `load ${n}`,
      src: 'load',
      onDone: only('actorDone'),
      onError: only('actorFailed'),
    };
    const real = children.filter((child) => !isHistory(child));
    const isParallel = plan.isParallel && children.length > 0;
    return {
      ...head,
      ...actions,
      ...(plan.isBusy ? { tags: ['busy'], description: `It is ${key}.` } : {}),
      ...(lists.has('on') ? { on: lists.get('on') } : {}),
      ...(lists.has('after') ? { after: lists.get('after') } : {}),
      ...(lists.has('always') ? { always: only('always') } : {}),
      ...(lists.has('onDone') && children.length > 0 ? { onDone: only('onDone') } : {}),
      ...(lists.has('actorDone') || lists.has('actorFailed') ? { invoke } : {}),
      ...(isParallel ? { type: 'parallel' } : {}),
      ...(children.length > 0 && !isParallel ? { initial: real[plan.initial % real.length]?.key } : {}),
      ...(children.length > 0
        ? { states: Object.fromEntries(children.map((child) => [child.key, stateConfig(child)])) }
        : {}),
    };
  };

  return stateConfig(states[0] as State);
}

/** For `randomConfig`: a configuration is readable when a property fails. */
export const machineOf = (config: object): AnyStateMachine =>
  createMachine(
    { ...config, context: {}, options: { maxIterations: 30 } },
    {
      guards: {
        isTrue: () => true,
        isFalse: () => false,
        isTold: ({ event }: { event: { type: string } }) => event.type === 'GO',
      },
      delays: { aWhile: 500 },
      actors: { load: fromPromise(() => Promise.resolve()) },
    },
  );

export const randomConfig = fc.array(statePlan, { minLength: 2, maxLength: 9 }).map(configOf);
