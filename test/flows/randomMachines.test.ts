import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, getMicrosteps, initialTransition } from 'xstate';
import { type Box, drawBoxes, machineBox } from '../../tools/flows/drawing.ts';
import { foldableStates, foldedBox } from '../../tools/flows/folding.ts';
import { graphOf, statesOf } from '../../tools/flows/graph.ts';
import { defaultTargets } from '../../tools/flows/graph/history.ts';
import { mermaid } from '../../tools/flows/mermaid.ts';
import { textOf } from '../../tools/flows/text.ts';
import {
  selfAndDescendants,
  type StateNode,
  targetName,
  type Transition,
  transitionId,
  transitionsOf,
} from '../../tools/flows/transitions.ts';
import { isFullRun } from '../fullRun.ts';
import { pictureOf } from './pictureOf.ts';
import { machineOf, randomConfig } from './randomMachine.ts';

/* The transitions of random machines in every drawing, compared with what XState does. */

/** A failure prints its seed. The short run always has the same machines. */
const runs = isFullRun ? { numRuns: 1000 } : { numRuns: 40, seed: 1 };

const isWithin = (node: StateNode, outer: StateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer));

/** A transition as XState resolves it. */
interface Resolved {
  readonly id: string;
  readonly source: StateNode;
  readonly label: string;
  /** It exits its own state and enters it again. */
  readonly reenters: boolean;
  /** Without the own state, if that is entered again. */
  readonly targets: readonly StateNode[];
  readonly transition: Transition;
}

function resolvedTransitions(machine: AnyStateMachine): Resolved[] {
  // How an event is called is not compared.
  const names = new Map(
    statesOf(graphOf(machine)).map(({ id, triggers }) => [
      id,
      new Map(triggers.map(({ type, name }) => [type, name])),
    ]),
  );
  return selfAndDescendants(machine.root).flatMap((source) =>
    transitionsOf(source).flatMap(([type, candidates]) =>
      candidates.map((transition, n): Resolved => {
        const { guard, target = [], reenter } = transition;
        const condition =
          typeof guard === 'string'
            ? ` [${guard}]`
            : n > 0
              ? ', else'
              : candidates.length > 1
                ? ' [always]'
                : '';
        const reenters = reenter && target.length > 0 && target.every((node) => isWithin(node, source));
        return {
          id: transitionId(transition),
          source,
          label: `${names.get(source.id)?.get(type)}${condition}`,
          reenters,
          targets: target.filter((node) => !reenters || node !== source),
          transition,
        };
      }),
    ),
  );
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort();

test('the picture of a machine has its transitions', async () => {
  await fc.assert(
    fc.asyncProperty(randomConfig, async (config) => {
      const machine = machineOf(config);
      const picture = pictureOf(await drawBoxes(machineBox(machine)));
      const shown = picture.rows.map(
        ({ id, arrow, targets }) => `${id} ${arrow} (${sorted(targets).join(', ')})`,
      );
      const expected = resolvedTransitions(machine).map(({ id, source, reenters, targets }) => {
        const names = targets.map((node) => targetName(node, source));
        const arrow = [reenters ? '↻ reenter' : '', names.length > 0 ? `→ ${names.join(', ')}` : ''];
        // A line to the own state ends at its initial state.
        const lines = targets.flatMap((node) =>
          node !== source ? [node] : node.type === 'compound' ? node.initial.target : [],
        );
        return `${id} ${arrow.filter(Boolean).join(' ')} (${sorted([...new Set(lines.map(({ id: target }) => target))]).join(', ')})`;
      });
      expect(sorted(shown)).toEqual(sorted(expected));
      expect(sorted(picture.states)).toEqual(sorted(selfAndDescendants(machine.root).map(({ id }) => id)));
      expect(Math.min(...picture.fontSizes)).toBeGreaterThanOrEqual(12);
    }),
    runs,
  );
});

test('a folded picture has the transitions that lead from one shown state to another', () => {
  fc.assert(
    fc.property(randomConfig, fc.func(fc.boolean()), (config, isFolded) => {
      const machine = machineOf(config);
      const whole = machineBox(machine);
      const folded = new Set(foldableStates(whole).filter((id) => isFolded(id)));
      const shownFor = (node: StateNode): string => {
        const around = [...ancestors(node), node].find(({ id }) => folded.has(id));
        return (around ?? node).id;
      };
      const expected = resolvedTransitions(machine).flatMap(({ id, source, targets }) =>
        targets
          .filter((node) => shownFor(node) !== shownFor(source))
          .map((node) => `${id} in ${shownFor(source)} to ${shownFor(node)}`),
      );
      const boxesIn = (box: Box): Box[] => [box, ...box.boxes.flatMap(boxesIn)];
      const shown = boxesIn(foldedBox(whole, folded)).flatMap((box) =>
        box.rows.flatMap(
          ({ transition, transitions = transition === undefined ? [] : [transition], targets = [] }) =>
            targets
              .filter((target) => target !== box.id)
              .flatMap((target) => transitions.map((id) => `${id} in ${box.id} to ${target}`)),
        ),
      );
      expect(sorted([...new Set(shown)])).toEqual(sorted([...new Set(expected)]));
    }),
    runs,
  );
});

const ancestors = (node: StateNode): StateNode[] =>
  node.parent === undefined ? [] : [...ancestors(node.parent), node.parent];

test('the text of a machine has its transitions', () => {
  fc.assert(
    fc.property(randomConfig, (config) => {
      const machine = machineOf(config);
      const nameIn = ({ id }: StateNode): string =>
        id.startsWith(`${machine.id}.`) ? id.slice(machine.id.length + 1) : id;
      const expected = resolvedTransitions(machine).map(
        ({ source, label, reenters, targets, transition }) => {
          const to = targets.map((node) => (node === source ? targetName(node, source) : nameIn(node)));
          const actions = transition.actions.map(String).join(', ');
          const parts = [
            label,
            ...(reenters ? ['↻ reenter'] : []),
            ...(to.length > 0 ? [`→ ${to.join(', ')}`] : []),
            ...(actions === '' ? [] : [`/ ${actions}`]),
          ];
          return `${source === machine.root ? `machine ${machine.id}` : nameIn(source)}: ${parts.join(' ')}`;
        },
      );
      const shown = textOf(graphOf(machine))
        .trim()
        .split('\n\n')
        .flatMap((block) => {
          const [head = '', ...lines] = block.split('\n');
          const name = head
            .replace(/ \((?:parallel|final|deep history|shallow history)\)/, '')
            .replace(/ #busy$/, '');
          return lines
            .filter((line) => !/^ {2}(?:“|starts in |leads to |entry \/ |exit \/ |runs )/.test(line))
            .map((line) => `${name}: ${line.trim()}`);
        });
      expect(sorted(shown)).toEqual(sorted(expected));
    }),
    runs,
  );
});

test('the Mermaid text of a machine has its transitions', () => {
  fc.assert(
    fc.property(randomConfig, (config) => {
      const machine = machineOf(config);
      const expected = resolvedTransitions(machine).flatMap(({ source, label, reenters, targets }) => {
        const cause = reenters ? `${label} ↻ reenter` : label;
        return targets.length === 0
          ? [`${source.id}: ${cause}`]
          : targets.map((node) =>
              isWithin(source, node)
                ? `${source.id}: ${cause} → ${targetName(node, source)}`
                : `${source.id}: ${cause} --> ${node.id}`,
            );
      });
      const { transitions, ...shown } = readMermaid(mermaid(graphOf(machine)), machine);
      expect(sorted(transitions)).toEqual(sorted(expected));
      const nodes = selfAndDescendants(machine.root);
      const idsOf = (matches: (node: StateNode) => boolean): string[] =>
        sorted(nodes.filter(matches).map(({ id }) => id));
      expect(sorted(shown.states)).toEqual(idsOf(() => true));
      expect(sorted(shown.histories)).toEqual(idsOf(({ type }) => type === 'history'));
      // Mermaid has no line to a parallel state around the history.
      expect(sorted(shown.defaults)).toEqual(
        idsOf((node) => node.type === 'history' && !defaultTargets(node).includes(node.parent as StateNode)),
      );
      expect(sorted(shown.finals)).toEqual(idsOf(({ type }) => type === 'final'));
      expect(sorted(shown.initials)).toEqual(
        sorted(
          nodes
            .flatMap(({ type, initial }) => (type === 'compound' ? initial.target : []))
            .map(({ id }) => id),
        ),
      );
      // One region needs no separator, except from the box for all states.
      const isSplit = ({ id, type }: StateNode): boolean =>
        type !== 'compound' && shown.parallels.includes(id);
      const hasRegions = ({ type, states }: StateNode): boolean =>
        type === 'parallel' && Object.keys(states).length > 1;
      expect(idsOf((node) => isSplit(node) || hasRegions(node))).toEqual(sorted(shown.parallels));
    }),
    runs,
  );
});

interface MermaidParts {
  /** 'id: GO [isLate] --> id', 'id: GO'. */
  readonly transitions: string[];
  readonly states: string[];
  readonly histories: string[];
  readonly finals: string[];
  readonly initials: string[];
  readonly parallels: string[];
  /** History states with a line to a default target. */
  readonly defaults: string[];
}

const decode = (text: string): string =>
  text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** States are found by their titles and their nesting, and not by their names. */
function readMermaid(text: string, machine: AnyStateMachine): MermaidParts {
  const parts: MermaidParts = {
    transitions: [],
    states: [],
    histories: [],
    finals: [],
    initials: [],
    parallels: [],
    defaults: [],
  };
  const byName = new Map<string, StateNode>();
  const around: StateNode[] = [];
  const childOf = (title: string): StateNode => {
    const parent = around.at(-1);
    const found = parent === undefined ? machine.root : (parent.states as Record<string, StateNode>)[title];
    if (found === undefined) throw new Error(`${parent?.id} has no state ${title}`);
    return found;
  };
  const nodeOf = (name: string): StateNode => {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`no state has the name ${name}`);
    return found;
  };
  const declare = (name: string, node: StateNode): void => {
    if (byName.has(name)) throw new Error(`two states have the name ${name}`);
    byName.set(name, node);
  };
  const lines = text.split('\n').map((line) => line.trim());
  const initials: string[] = [];
  for (const [n, line] of lines.entries()) {
    const [, title, name, brace] = /^state "([^"]*)" as (\S+)( \{)?$/.exec(line) ?? [];
    const history = /^state (\S+) <<choice>>$/.exec(line)?.[1];
    const [, from = '', to = '', causes] = /^(\S+) --> ([^\s:]+)(?:: (.*))?$/.exec(line) ?? [];
    const [, box = '', row] = /^(\S+) : (.*)$/.exec(line) ?? [];
    if (name !== undefined && decode(title ?? '') === `in any state of ${around.at(-1)?.key}`)
      declare(name, around.at(-1) as StateNode);
    else if (name !== undefined) {
      const node = childOf(decode(title ?? ''));
      declare(name, node);
      parts.states.push(node.id);
      if (brace !== undefined) around.push(node);
    } else if (history !== undefined) {
      const node = childOf(decode(/^(.*)#58; (?:deep|shallow) history/.exec(lines[n + 2] ?? '')?.[1] ?? ''));
      declare(history, node);
      parts.states.push(node.id);
      parts.histories.push(node.id);
    } else if (line === '}') around.pop();
    else if (line === '--') parts.parallels.push(around.at(-1)?.id ?? '');
    else if (from === '[*]') {
      if (around.length > 0) initials.push(to);
    } else if (to === '[*]') parts.finals.push(nodeOf(from).id);
    else if (causes === 'while it remembers nothing') parts.defaults.push(nodeOf(from).id);
    else if (causes !== undefined) {
      for (const cause of causes.split('<br/>'))
        parts.transitions.push(`${nodeOf(from).id}: ${decode(cause)} --> ${nodeOf(to).id}`);
    } else if (row !== undefined) parts.transitions.push(`${nodeOf(box).id}: ${decode(row)}`);
  }
  parts.initials.push(...initials.map((name) => nodeOf(name).id));
  return { ...parts, parallels: [...new Set(parts.parallels)] };
}

/** What a step does to the state of its transition and to the states around and inside. */
interface Effect {
  readonly exitsOwn: boolean;
  readonly entersOwn: boolean;
  readonly changesStates: boolean;
  /** Targets that are not entered. */
  readonly missing: readonly StateNode[];
}

const kinds = ['stays', 'own', 'reenters', 'leads'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (arrow: string, { source, target = [] }: Transition): Kind =>
  arrow === ''
    ? 'stays'
    : arrow.startsWith('↻ reenter')
      ? 'reenters'
      : target.every((node) => node === source)
        ? 'own'
        : 'leads';

/** The states that an arrow promises to enter. */
function promisedStates(kind: Kind, { source, target = [] }: Transition): readonly StateNode[] {
  if (kind === 'own') return source.type === 'parallel' ? regionsOf(source) : source.initial.target;
  return kind === 'leads' ? target.filter(({ type }) => type !== 'history') : [];
}

/** What an arrow promises. `seen`: the effect, for what it leaves open. */
function promisedEffect(kind: Kind, { source, target = [] }: Transition, seen: Effect): Effect {
  const isInner = target.every((node) => isWithin(node, source));
  // A history may lead back to the state itself.
  const isOpen = target.some(({ type }) => type === 'history');
  const promises: Readonly<Record<Kind, Partial<Effect>>> = {
    stays: { exitsOwn: false, entersOwn: false, changesStates: false },
    own: { exitsOwn: false, entersOwn: false, changesStates: source.type !== 'atomic' },
    reenters: { exitsOwn: true, entersOwn: true, changesStates: true },
    leads: isOpen ? {} : { exitsOwn: !isInner, changesStates: true },
  };
  return { ...seen, missing: [], ...promises[kind] };
}

test('XState does what the arrows of the picture promise', () => {
  const counts = new Map<Kind, number>();
  fc.assert(
    fc.property(randomConfig, (config) => {
      const machine = machineOf(config);
      const arrows = new Map(
        boxRows(machineBox(machine)).map(({ transition, arrow = '' }) => [transition, arrow]),
      );
      for (const { transition, actions } of takenSteps(machine)) {
        const { source } = transition;
        const kind = kindOf(arrows.get(transitionId(transition)) ?? '', transition);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        const done = new Set<unknown>(actions.map(({ type }) => type));
        const nodes = selfAndDescendants(machine.root);
        const entered = nodes.filter(({ entry }) => entry.some((action) => done.has(action)));
        const exited = nodes.filter(({ exit }) => exit.some((action) => done.has(action)));
        const effect: Effect = {
          exitsOwn: exited.includes(source),
          entersOwn: entered.includes(source),
          changesStates: entered.length + exited.length > 0,
          missing: promisedStates(kind, transition).filter((node) => !entered.includes(node)),
        };
        expect(effect).toEqual(promisedEffect(kind, transition, effect));
      }
    }),
    runs,
  );
  expect(kinds.filter((kind) => (counts.get(kind) ?? 0) < 4)).toEqual([]);
});

const regionsOf = ({ states }: StateNode): StateNode[] =>
  Object.values(states as Record<string, StateNode>).filter(({ type }) => type !== 'history');
const boxRows = (box: Box): Box['rows'][number][] => [
  ...box.rows.filter(({ kind }) => kind !== 'action'),
  ...box.boxes.flatMap(boxRows),
];

const MAX_SITUATIONS = 12;

/** The first microstep of each event in each situation near the start, if it is one transition. */
function* takenSteps(
  machine: AnyStateMachine,
): Generator<{ transition: Transition; actions: readonly { type: string }[] }> {
  const seen = new Set<string>();
  const open: AnyMachineSnapshot[] = [];
  const visit = (snapshot: AnyMachineSnapshot): void => {
    const key = JSON.stringify(snapshot.value);
    if (seen.has(key) || seen.size >= MAX_SITUATIONS || snapshot.status !== 'active') return;
    seen.add(key);
    open.push(snapshot);
  };
  visit(initialTransition(machine)[0]);
  for (let snapshot = open.shift(); snapshot !== undefined; snapshot = open.shift()) {
    for (const type of new Set(snapshot._nodes.flatMap((node) => node.ownEvents as string[]))) {
      const event = { type: type.replace('*', 'other') };
      const [transition, another] = machine.getTransitionData(snapshot, event);
      // A machine that never comes to rest does not take its step.
      const steps = attempt(() => getMicrosteps(machine, snapshot, event));
      const [step] = steps ?? [];
      if (transition === undefined || another !== undefined || step === undefined) continue;
      // A machine that ends also runs all exit actions.
      if (step[0].status !== 'active') continue;
      yield { transition, actions: step[1] };
      for (const [next] of steps?.slice(-1) ?? []) visit(next as AnyMachineSnapshot);
    }
  }
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
