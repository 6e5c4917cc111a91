import type { AnyStateMachine } from 'xstate';
import type { Row } from '../drawing/box.ts';
import { actionName, guardName, invokeName, triggerName } from '../graph.ts';
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
  /** XState's event type, with '@' and the path of the state in place of its id; or a field of the state. */
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

/** All other fields, also those of later versions of XState, are facts of the state. */
const transitionsOfState = /^(?:after|always|key|on|onDone|states|types)$/;
const transitionsOfActor = /^(?:onDone|onError|onSnapshot)$/;
const ownLinesOfTransition = /^(?:actions|delay|eventType|reenter|source|target|toJSON)$/;

const fieldsOf = (value: object, except: RegExp): [string, unknown][] =>
  Object.entries(value).filter(([key, field]) => !except.test(key) && field !== undefined);
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const ownTitle = (name: string, action: unknown): string =>
  `${typeof action === 'function' ? 'code' : 'parameters'} of ${name}`;
const pathOf = (node: StateNode): string => node.path.join('.');

/** @param compared the configurations of machines that are compared on their own: others only name them */
export function definitionOf(
  machine: AnyStateMachine,
  compared: ReadonlySet<unknown> = new Set(),
): Definition {
  const implementations = new Map(
    Object.entries(machine.implementations).flatMap(([kind, byName]) =>
      Object.entries(byName as Record<string, unknown>).map(([name, value]): Named => [
        `${kind.slice(0, -1)} ${name}`,
        value,
      ]),
    ),
  );
  const sectionsOf = codeReader(implementations, compared);
  const line = (
    kind: Row['kind'],
    text: string,
    values: readonly Named[],
    targets: readonly StateNode[] = [],
  ): Line => ({
    kind,
    text,
    targets: targets.map(pathOf),
    code: sectionsOf(values),
  });

  /** A field of a state's configuration, one line for each item. */
  function fieldLines(node: StateNode, key: string, value: unknown): Line[] {
    if (key === 'entry' || key === 'exit')
      return listOf(value).map((item) =>
        line('note', `${key} / ${actionName(item)}`, [[ownTitle(actionName(item), item), item]]),
      );
    if (key === 'invoke')
      return listOf(value).map((item, nth) => {
        const fields = Object.fromEntries(fieldsOf(item as object, transitionsOfActor));
        return line('note', `runs / ${invokeName(node, nth)}`, [
          [`configuration of ${invokeName(node, nth)}`, fields],
        ]);
      });
    if (key === 'initial')
      return [
        line('note', 'initial', [[key, typeof value === 'string' ? undefined : value]], node.initial.target),
      ];
    const isText = typeof value === 'string' || Array.isArray(value);
    const items = key === 'tags' ? listOf(value).toSorted() : isText ? listOf(value) : [value];
    return items.map((item) =>
      line('note', typeof item === 'string' ? `${key}: ${item}` : key, [[key, item]]),
    );
  }

  const transitionLines = (transition: Transition, index: number, delay: string | undefined): Line[] => {
    const { guard, reenter, target = [], actions } = transition;
    const condition = guard === undefined ? (index > 0 ? 'else' : '') : `[${guardName(guard)}]`;
    const text = [condition, reenter ? '↻ reenter' : ''].filter(Boolean).join(' ');
    return [
      line('way', text, [['delay', delay], ...fieldsOf(transition, ownLinesOfTransition)], target),
      ...actions.map((action) =>
        line('action', `/ ${actionName(action)}`, [[ownTitle(actionName(action), action), action]]),
      ),
    ];
  };

  const stateOf = (node: StateNode): StateDefinition => {
    const path = pathOf(node);
    const regions = node.type === 'parallel' ? Object.values(node.states as Record<string, StateNode>) : [];
    return {
      path,
      groups: [
        ...fieldsOf(node.config, transitionsOfState).map(([key, value]): Group => ({
          key,
          trigger: null,
          lines: fieldLines(node, key, value),
        })),
        {
          key: 'regions',
          trigger: null,
          lines: regions.map((region) => line('note', 'region', [], [region])),
        },
        ...transitionsOf(node).map(([eventType, transitions]): Group => {
          const isOwn = eventType.startsWith('xstate.') && eventType.endsWith(`.${node.id}`);
          const key = isOwn ? `${eventType.slice(0, -node.id.length - 1)}@${path}` : eventType;
          const delay = /^xstate\.after\.(.+)@/.exec(key)?.[1];
          const lines = transitions.flatMap((each, index) => transitionLines(each, index, delay));
          return { key, trigger: triggerName(eventType, machine, node), lines };
        }),
      ],
    };
  };

  return {
    id: machine.id,
    states: selfAndDescendants(machine.root).map(stateOf),
    implementations: [...implementations].map((named) => line('note', named[0], [named])),
  };
}
