import type { AnyStateMachine } from 'xstate';
import type { Row } from '../drawing/box.ts';
import { actionName, guardName, invokeName, triggerName } from '../graph.ts';
import { selfAndDescendants, type StateNode, type Transition, transitionsOf } from '../transitions.ts';
import { codeReader, type Named, type Scopes, type Section } from './code.ts';

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
const ownLinesOfTransition = /^(?:actions|delay|eventType|reenter|source|target|toJSON)$/;

const fieldsOf = (value: object, except: RegExp): [string, unknown][] =>
  Object.entries(value).filter(([key, field]) => !except.test(key) && field !== undefined);
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const pathOf = (node: StateNode): string => node.path.join('.');

/** In a browser, what is around a function is not known. */
const seesNothing = (part: object): Scopes => ({ isForeign: Object.keys(part).length > 0, around: [] });

/**
 * @param scopesOf reads what is around a function, so that arguments and constants that it uses are compared too
 * @param compared the configurations of machines that are compared on their own: others only name them
 */
export function definitionOf(
  machine: AnyStateMachine,
  scopesOf: (part: object) => Scopes = seesNothing,
  compared: ReadonlySet<unknown> = new Set(),
): Definition {
  const implementations = Object.entries(machine.implementations).flatMap(([kind, byName]) =>
    Object.entries(byName as object).map(([name, value]): Named => [`${kind.slice(0, -1)} ${name}`, value]),
  );
  const sectionsOf = codeReader(new Map(implementations), scopesOf, compared);
  type Fact = Omit<Line, 'state' | 'key' | 'trigger'>;
  const fact = (
    kind: Row['kind'],
    text: string,
    values: readonly Named[],
    targets: readonly StateNode[] = [],
  ): Fact => ({
    kind,
    text,
    targets: targets.map(pathOf),
    code: sectionsOf(values),
  });
  const actionFact = (kind: Row['kind'], word: string, action: unknown): Fact => {
    const name = actionName(action);
    return fact(kind, `${word}/ ${name}`, [
      [`${typeof action === 'function' ? 'code' : 'parameters'} of ${name}`, action],
    ]);
  };

  /** A field of a state's configuration, one fact for each item. */
  function factsOf(node: StateNode, key: string, value: unknown): Fact[] {
    if (key === 'entry' || key === 'exit')
      return listOf(value).map((action) => actionFact('note', `${key} `, action));
    if (key === 'invoke')
      return listOf(value).map((actor, nth) => {
        const name = invokeName(node, nth);
        const fields = Object.fromEntries(fieldsOf(actor as object, transitionsOfActor));
        return fact('note', `runs / ${name}`, [[`configuration of ${name}`, fields]]);
      });
    if (key === 'initial')
      return [fact('note', key, typeof value === 'string' ? [] : [[key, value]], node.initial.target)];
    const items =
      key === 'tags'
        ? listOf(value)
            .map(String)
            .toSorted((one, other) => (one < other ? -1 : 1))
        : typeof value === 'string' || Array.isArray(value)
          ? listOf(value)
          : [value];
    return items.map((item) =>
      fact('note', typeof item === 'string' ? `${key}: ${item}` : key, [[key, item]]),
    );
  }

  const transitionFacts = (transition: Transition, index: number, delay: string | undefined): Fact[] => {
    const { guard, reenter, target = [], actions } = transition;
    const condition = guard === undefined ? (index > 0 ? 'else' : '') : `[${guardName(guard)}]`;
    const text = [condition, reenter ? '↻ reenter' : ''].filter(Boolean).join(' ');
    const values: Named[] = [
      ...(delay === undefined ? [] : [['delay', delay] as Named]),
      ...fieldsOf(transition, ownLinesOfTransition),
    ];
    return [fact('way', text, values, target), ...actions.map((action) => actionFact('action', '', action))];
  };

  const linesOf = (node: StateNode): Line[] => {
    const lines = (key: string, trigger: string | null, facts: readonly Fact[]): Line[] =>
      facts.map((each) => ({ state: pathOf(node), key, trigger, ...each }));
    const regions = node.type === 'parallel' ? Object.values(node.states as Record<string, StateNode>) : [];
    return [
      ...lines(STATE, null, [fact('note', '', [])]),
      ...fieldsOf(node.config, transitionsOfState).flatMap(([key, value]) =>
        lines(key, null, factsOf(node, key, value)),
      ),
      ...lines(
        'regions',
        null,
        regions.map((region) => fact('note', 'region', [], [region])),
      ),
      ...transitionsOf(node).flatMap(([type, transitions]) => {
        const isOwn = type.startsWith('xstate.') && type.endsWith(`.${node.id}`);
        const key = isOwn ? `${type.slice(0, -node.id.length)}@` : type;
        const delay = /^xstate\.after\.(.+)\.@/.exec(key)?.[1];
        const facts = transitions.flatMap((each, index) => transitionFacts(each, index, delay));
        return lines(key, triggerName(type, machine, node), facts);
      }),
    ];
  };

  const named = implementations.map((each): Line => ({
    state: NAMED,
    key: each[0],
    trigger: null,
    ...fact('note', each[0], [each]),
  }));
  return { id: machine.id, lines: [...selfAndDescendants(machine.root).flatMap(linesOf), ...named] };
}
