import type { AnyStateMachine } from 'xstate';
import type { Row } from '../drawing/box.ts';
import { actionName, guardName, invokeName, triggerName } from '../graph.ts';
import { selfAndDescendants, type StateNode, type Transition, transitionsOf } from '../transitions.ts';
import { codeReader, implementationsOf, type FunctionCode, type Named, type Section } from './code.ts';

/** One fact of a machine. */
export interface Line {
  /** The path of a state, 'card.paying'; '' for the machine; NAMED for what `setup` and `provide` give a name to. */
  readonly state: string;
  /** XState's event type, with '@' in place of the state's id; or a field of the state. The order of lines with one key counts. */
  readonly key: string;
  /** The readable name of an event or a delay; null for a field. */
  readonly trigger: string | null;
  readonly kind: Row['kind'];
  readonly text: string;
  /** Paths of states. */
  readonly targets: readonly string[];
  /** The code of the fact and all that this code uses. */
  readonly code: readonly Section[];
}

/** What two versions of a machine are compared by: all that it does, as plain data. */
export interface Definition {
  readonly id: string;
  /** Those of outer states first. */
  readonly lines: readonly Line[];
}

/** Null for the machine. */
export const parentOf = (path: string): string | null =>
  path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('.')));

export const NAMED = '#named';
/** The key of the line that each state has. */
export const STATE = 'state';

/** All other fields, also those of later versions of XState, are facts of the state. */
const transitionsOfState = /^(?:after|always|key|on|onDone|states|types)$/;
const transitionsOfActor = /^(?:onDone|onError|onSnapshot)$/;
const ownLinesOfTransition = /^(?:actions|delay|event|eventType|reenter|source|target|toJSON)$/;

const fieldsOf = (value: object, except: RegExp): [string, unknown][] =>
  Object.entries(value).filter(([key, field]) => !except.test(key) && field !== undefined);
const pathOf = (node: StateNode): string => node.path.join('.');

/** In a browser, what is around a function is not known. */
const onlySource = (part: object): FunctionCode => ({
  isForeign: Object.keys(part).length > 0,
  source: Function.prototype.toString.call(part),
  references: [],
});

/**
 * @param codeOf reads a function with what it uses, so that arguments and constants are compared too
 * @param compared the configurations and implementations of machines that are compared on their own: others only name them
 */
export function definitionOf(
  machine: AnyStateMachine,
  codeOf: (part: object) => FunctionCode = onlySource,
  compared: ReadonlyMap<unknown, unknown> = new Map(),
): Definition {
  const sectionsOf = codeReader(machine, codeOf, compared);
  type Place = Pick<Line, 'state' | 'key' | 'trigger'>;
  const lineAt =
    (place: Place) =>
    (
      kind: Row['kind'],
      text: string,
      values: readonly Named[],
      targets: readonly StateNode[] = [],
    ): Line => ({
      ...place,
      kind,
      text,
      targets: targets.map(pathOf),
      code: sectionsOf(values),
    });
  const ofAction = (action: unknown): Named => [
    `${typeof action === 'function' ? 'code' : 'parameters'} of ${actionName(action)}`,
    action,
  ];

  /** A field of a state's configuration, one line for each item. */
  function fieldLines(node: StateNode, key: string, value: unknown): Line[] {
    const line = lineAt({ state: pathOf(node), key, trigger: null });
    const isList = /^(?:entry|exit|invoke)$/.test(key);
    const items: readonly unknown[] =
      key === 'tags' ? node.tags.toSorted() : isList ? [value].flat() : [value];
    if (key === 'initial')
      return [line('note', key, typeof value === 'string' ? [] : [[key, value]], node.initial.target)];
    return items.map((item, nth) => {
      if (key === 'entry' || key === 'exit')
        return line('note', `${key} / ${actionName(item)}`, [ofAction(item)]);
      if (key !== 'invoke')
        return line('note', typeof item === 'string' ? `${key}: ${item}` : key, [[key, item]]);
      const name = invokeName(node, nth);
      const fields = Object.fromEntries(fieldsOf(item as object, transitionsOfActor));
      return line('note', `runs / ${name}`, [[`configuration of ${name}`, fields]]);
    });
  }

  function transitionLines(transition: Transition, index: number, place: Place): Line[] {
    const line = lineAt(place);
    const { guard, reenter, target = [], actions } = transition;
    const condition = guard === undefined ? (index > 0 ? 'else' : '') : `[${guardName(guard)}]`;
    const text = [condition, reenter ? '↻ reenter' : ''].filter(Boolean).join(' ');
    // The trigger has the milliseconds of a delay without a name.
    const delay: Named = ['delay', /^xstate\.after\.(?!\d+\.@)(.+)\.@/.exec(place.key)?.[1]];
    return [
      line('way', text, [delay, ...fieldsOf(transition, ownLinesOfTransition)], target),
      ...actions.map((action) => line('action', `/ ${actionName(action)}`, [ofAction(action)])),
    ];
  }

  function stateLines(node: StateNode): Line[] {
    const state = pathOf(node);
    const line = (key: string, targets: readonly StateNode[]) =>
      lineAt({ state, key, trigger: null })('note', key, [], targets);
    const regions = node.type === 'parallel' ? Object.values(node.states as Record<string, StateNode>) : [];
    return [
      line(STATE, []),
      ...fieldsOf(node.config, transitionsOfState).flatMap(([key, value]) => fieldLines(node, key, value)),
      ...regions.map((region) => line('region', [region])),
      ...transitionsOf(node).flatMap(([type, transitions]) => {
        const isOwn = type.startsWith('xstate.') && type.endsWith(`.${node.id}`);
        const key = isOwn ? `${type.slice(0, -node.id.length)}@` : type;
        const place = { state, key, trigger: triggerName(type, machine, node) };
        return transitions.flatMap((each, index) => transitionLines(each, index, place));
      }),
    ];
  }

  const named = implementationsOf(machine).map((each) =>
    lineAt({ state: NAMED, key: each[0], trigger: null })('note', each[0], [each]),
  );
  return { id: machine.id, lines: [...selfAndDescendants(machine.root).flatMap(stateLines), ...named] };
}
