import type { AnyStateMachine } from 'xstate';
import type { Row } from '../drawing/box.ts';
import { actionName, guardName, invokeName, isNotTimer, triggerName } from '../graph.ts';
import { defaultTargets, depthOf } from '../graph/history.ts';
import { selfAndDescendants, type StateNode, type Transition, transitionsOf } from '../transitions.ts';
import { codeReader, type Named, type Section } from './code.ts';

/** One fact of a machine. Two versions of a line differ in their text and targets, or only in their code. */
export interface Line {
  readonly kind: Row['kind'];
  readonly text: string;
  /** Paths of states. */
  readonly targets: readonly string[];
  /** The code of the fact and all that this code uses. */
  readonly code: readonly Section[];
}

/** Facts in an order that counts: the entry actions of a state, or the transitions of an event. */
export interface Group {
  /** XState's event type, with '@' and the path of the state in place of its id; or the kind of facts. */
  readonly key: string;
  /** Of an event or a delay. */
  readonly trigger: string | null;
  readonly lines: readonly Line[];
}

export interface StateDefinition {
  /** 'card.paying'; '' for the machine. */
  readonly path: string;
  readonly groups: readonly Group[];
}

/** What two versions of a machine are compared by: all that it does, as plain data. */
export interface Definition {
  readonly id: string;
  /** Outer states first. The first is the machine. */
  readonly states: readonly StateDefinition[];
  /** 'guard isReady': what `setup` and `provide` give a name to, used or not. */
  readonly implementations: readonly Line[];
}

const kinds = { actions: 'action', actors: 'actor', delays: 'delay', guards: 'guard' };

/** These become lines of their own. All other fields, also those of later versions of XState, are compared as data. */
const stateFields =
  /^(?:after|always|description|entry|exit|history|initial|invoke|key|on|onDone|states|tags|target|type|types)$/;
const transitionFields = /^(?:actions|delay|description|eventType|guard|reenter|source|target|toJSON)$/;
const invokeFields = /^(?:id|onDone|onError|onSnapshot|src)$/;

const fieldsOf = (value: object, except: RegExp): [string, unknown][] =>
  Object.entries(value).filter(([key, field]) => !except.test(key) && field !== undefined);
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const pathOf = (node: StateNode): string => node.path.join('.');
const plain = (kind: Row['kind'], text: string, targets: readonly StateNode[] = []): Line => ({
  kind,
  text,
  targets: targets.map(pathOf),
  code: [],
});

/** @param compared the configurations of machines that are compared on their own: others only name them */
export function definitionOf(
  machine: AnyStateMachine,
  compared: ReadonlySet<unknown> = new Set(),
): Definition {
  const sectionsOf = codeReader(compared);
  const implementations = new Map(
    Object.entries(kinds).flatMap(([key, kind]) =>
      Object.entries(machine.implementations[key as 'actions'] as Record<string, unknown>).map(
        ([name, value]): Named => [`${kind} ${name}`, value],
      ),
    ),
  );
  const mentioned = (name: string): Named[] =>
    Object.values(kinds).flatMap((kind) => implementation(kind, name));
  const implementation = (kind: string, name: unknown): Named[] => {
    const title = `${kind} ${String(name)}`;
    return implementations.has(title) ? [[title, implementations.get(title)]] : [];
  };
  const coded = (line: Line, values: readonly Named[]): Line => ({
    ...line,
    code: sectionsOf(values, mentioned),
  });

  /** An action or guard: a name, a name with parameters, or code. */
  function valuesOf(kind: string, name: string, value: unknown): Named[] {
    if (typeof value === 'string') return implementation(kind, value);
    if (typeof value === 'function') return [[`${kind} ${name}`, value]];
    const { type, params } = value as { readonly type?: unknown; readonly params?: unknown };
    const parameters: Named[] = params === undefined ? [] : [[`parameters of ${name}`, params]];
    return [...parameters, ...implementation(kind, type)];
  }
  const actions = (kind: Row['kind'], word: string, value: unknown): Line[] =>
    listOf(value)
      .filter(isNotTimer)
      .map((action) => {
        const name = actionName(action);
        return coded(plain(kind, `${word}/ ${name}`), valuesOf('action', name, action));
      });

  function actor(node: StateNode, nth: number): Line {
    const config = listOf(node.config.invoke)[nth] as { readonly src: unknown };
    const name = invokeName(node, nth);
    return coded(plain('note', `runs / ${name}`), [
      ...(typeof config.src === 'string'
        ? implementation('actor', config.src)
        : [[`actor ${name}`, config.src] as Named]),
      ...fieldsOf(config, invokeFields).map(([key, value]): Named => [`${key} of ${name}`, value]),
    ]);
  }

  function transitionLines(transition: Transition, index: number, delay: string | undefined): Line[] {
    const { target = [], reenter, guard, description } = transition;
    const name = guard === undefined ? '' : guardName(guard);
    const text = [name === '' ? (index > 0 ? 'else' : '') : `[${name}]`, reenter ? '↻ reenter' : ''];
    return [
      coded(plain('way', text.filter(Boolean).join(' '), target), [
        ...(guard === undefined ? [] : valuesOf('guard', name, guard)),
        ...implementation('delay', delay),
        ...fieldsOf(transition, transitionFields),
      ]),
      ...actions('action', '', transition.actions),
      ...(description === undefined ? [] : [plain('aboutWay', description)]),
    ];
  }

  function stateOf(node: StateNode): StateDefinition {
    const { config, type, tags, description } = node;
    const path = pathOf(node);
    const start = config.initial as unknown;
    const startConfig = typeof start === 'object' && start !== null ? start : {};
    const children = Object.values(node.states as Record<string, StateNode>);
    const facts: Record<string, readonly Line[]> = {
      type: type === 'atomic' || type === 'compound' ? [] : [plain('note', `type: ${type}`)],
      initial:
        type === 'compound'
          ? [
              coded(
                plain('note', 'initial', node.initial.target),
                fieldsOf(startConfig, /^(?:actions|target)$/),
              ),
              ...actions('note', 'initial ', 'actions' in startConfig ? startConfig.actions : []),
            ]
          : [],
      regions: type === 'parallel' ? children.map((child) => plain('note', 'region', [child])) : [],
      history: type === 'history' ? [plain('note', `${depthOf(node)} history`, defaultTargets(node))] : [],
      description: description === undefined ? [] : [plain('about', description)],
      tags: tags.toSorted().map((tag) => plain('note', `tag ${tag}`)),
      entry: actions('note', 'entry ', node.entry),
      exit: actions('note', 'exit ', node.exit),
      runs: node.invoke.map((_actor, nth) => actor(node, nth)),
    };
    for (const [key, value] of fieldsOf(config, stateFields))
      facts[`field ${key}`] = [coded(plain('note', key), [[key, value]])];
    return {
      path,
      groups: [
        ...Object.entries(facts).map(([key, lines]): Group => ({ key, trigger: null, lines })),
        ...transitionsOf(node).map(([eventType, transitions]): Group => {
          const isOwn = eventType.startsWith('xstate.') && eventType.endsWith(`.${node.id}`);
          const key = isOwn ? `${eventType.slice(0, -node.id.length - 1)}@${path}` : eventType;
          const delay = /^xstate\.after\.(.+)@/.exec(key)?.[1];
          const lines = transitions.flatMap((each, index) => transitionLines(each, index, delay));
          return { key, trigger: triggerName(eventType, machine, node), lines };
        }),
      ],
    };
  }

  return {
    id: machine.id,
    states: selfAndDescendants(machine.root).map(stateOf),
    implementations: [...implementations]
      .filter(([title]) => !title.includes(' xstate.'))
      .map((named) => coded(plain('note', named[0]), [named])),
  };
}
