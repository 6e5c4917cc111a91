import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  createMachine,
  SimulatedClock,
} from 'xstate';
import type { Box, Row } from '../../tools/flows/drawing.ts';
import { selfAndDescendants, transitionsOf } from '../../tools/flows/transitions.ts';
import { rootMachine } from '../../machines/root.ts';
import { models } from '../paths/models.ts';
import { shortestPathsToEdges, type MachineModel, withSilentActors } from '../../tools/flows/paths.ts';
import { coveringPaths } from '../paths/paths.ts';
import { everyFlow } from '../paths/models/root.ts';

/*
 * Who runs whom and who sends what to whom, as it is seen to happen: every machine of the system walks the ways of its
 * path model, and what it sends on them is noted. Nothing of it is written down by hand.
 */

interface Sight {
  /** Event types by the name of the actor that they are sent to. */
  readonly sent: Map<string, Set<string>>;
  /** Names of the actors below that go by another id, one for each of something. */
  readonly many: Set<string>;
}

/** The whole system as boxes: each actor in the one that runs it, with its effects and what it sends to others. */
export function systemBox(): Box {
  const running = new Set<string>();
  const boxOf = (name: string, machine: AnyStateMachine, path: readonly string[], isMany: boolean): Box => {
    running.add(name);
    const { sent, many } = watch(machine, modelOf(name, machine));
    const actors = actorsOf(machine);
    const effects = actors.filter(([, logic]) => !isMachine(logic)).map(([src]) => src);
    return {
      id: name,
      title: name,
      tags: isMany ? [`${name}:…`, 'one for each'] : [],
      rows: [
        ...(effects.length === 0 ? [] : [{ kind: 'note' as const, text: `effects / ${effects.join(', ')}` }]),
        ...[...sent].flatMap(([to, events]) => sendingRows(to, [...events].sort())),
      ],
      initial: null,
      isFinal: false,
      isParallel: false,
      boxes: actors.flatMap(([src, logic]) =>
        isMachine(logic) && !path.includes(src) ? [boxOf(src, logic, [...path, name], many.has(src))] : [],
      ),
    };
  };
  return boxOf('root', rootMachine, [], false);
}

/** What runs below a machine, by name: below the root the flows of the registry, below others what they invoke. */
const actorsOf = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  machine === rootMachine
    ? everyFlow.map(({ id, machine: logic }) => [id, logic])
    : Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);

const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'root' in logic;

const sendingRows = (to: string, events: readonly string[]): Row[] =>
  events.map((event) => ({ kind: 'cause', text: event, arrow: `→ ${to}`, targets: [to] }));

/** States and transitions without the machine's own name: two with the same are one flow about different things. */
const shapeOf = (machine: AnyStateMachine): string =>
  JSON.stringify(
    selfAndDescendants(machine.root).map((node) => [
      node.path,
      transitionsOf(node).map(([cause, candidates]) => [
        cause.replace(`.${node.id}`, ''),
        candidates.map(({ target }) => target?.map(({ path }) => path)),
      ]),
    ]),
  );

/** The model whose machine this is, or is one more of: the cached lists are all `resource`. */
function modelOf(name: string, machine: AnyStateMachine): MachineModel {
  const found =
    models[name] ?? Object.values(models).find((model) => shapeOf(model.machine) === shapeOf(machine));
  if (found === undefined)
    throw new Error(`No model in test/paths/models.ts has the machine of the actor ${name}.`);
  return found.machine === machine ? found : { ...found, machine };
}

/** What is sent may depend on more than the transition, so all ways are walked; of very many those that cover all. */
const MAX_WAYS = 1000;

function waysOf(model: MachineModel): ReturnType<typeof shortestPathsToEdges> {
  const all = shortestPathsToEdges(model);
  return all.length <= MAX_WAYS ? all : [...coveringPaths(model).paths];
}

/** Walks the ways of a machine in a system where every name answers, and notes what it says to whom. */
function watch(machine: AnyStateMachine, model: MachineModel): Sight {
  const sent = new Map<string, Set<string>>();
  const many = new Set<string>();
  const note = (to: string, { type }: AnyEventObject): void => {
    if (type.startsWith('xstate.')) return;
    sent.set(to, (sent.get(to) ?? new Set()).add(type));
  };
  for (const { input, events } of waysOf(model)) {
    const host = createActor(createMachine({}), {
      clock: new SimulatedClock(),
      inspect: (seen) => {
        if (seen.type !== '@xstate.event' || seen.sourceRef !== subject) return;
        const child = nameOfChild(subject, seen.actorRef);
        if (child !== null) note(child, seen.event);
      },
    });
    const system = host.system as { get(id: string): unknown };
    const { get } = system;
    system.get = (id) => get(id) ?? listener(id, (event) => note(nameOf(id), event));
    const subject: ActorRefFrom<AnyStateMachine> = createActor(withSilentActors(machine), {
      parent: host,
      input,
    });
    subject.start();
    for (const event of events) {
      subject.send(event);
      const children = subject.getSnapshot().children as Record<string, unknown>;
      for (const id of Object.keys(children)) {
        if (id.includes(':')) many.add(nameOf(id));
      }
    }
  }
  return { sent, many };
}

/** `slots:1` is one of the actors called slots. */
const nameOf = (id: string): string => id.split(':')[0] ?? id;

function nameOfChild(parent: AnyActorRef, ref: unknown): string | null {
  const children = (parent.getSnapshot() as { children: Record<string, unknown> }).children;
  const found = Object.entries(children).find(([, child]) => child === ref);
  return found === undefined ? null : nameOf(found[0]);
}

/** Stands for an actor that is elsewhere in the system. */
const listener = (id: string, onEvent: (event: AnyEventObject) => void): unknown => ({ id, _send: onEvent });
