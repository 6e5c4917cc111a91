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
import { rootMachine } from '../../machines/engine/root.ts';
import { models as allModels } from '../paths/models.ts';
import { shortestPathsToEdges, type MachineModel, withSilentActors } from '../../tools/flows/paths.ts';
import { coveringPaths } from '../paths/paths.ts';
import { allFlows } from '../paths/models/root.ts';

/*
 * The parent of each actor and the events between actors, by observation: every machine of the system runs the paths of its
 * path model, and the events that it sends are recorded.
 */

interface Observation {
  /** Event types by the name of the actor that they are sent to. */
  readonly sent: Map<string, Set<string>>;
  /** Names of child actors that exist several times under ids such as `slots:1`. */
  readonly multiple: Set<string>;
}

type Models = Readonly<Record<string, MachineModel>>;

/**
 * Each actor inside its parent, with its effects and the events that it sends.
 *
 * @param onFailure is called for each machine that cannot run its paths; its events are missing
 */
export function systemBox(
  models: Models = allModels,
  onFailure = (_name: string, error: unknown): void => {
    throw error;
  },
): Box {
  const running = new Set<string>();
  const boxOf = (
    name: string,
    machine: AnyStateMachine,
    path: readonly string[],
    isMultiple: boolean,
  ): Box => {
    running.add(name);
    let observed: Observation = { sent: new Map(), multiple: new Set() };
    try {
      observed = observe(machine, modelOf(name, machine, models));
    } catch (error) {
      onFailure(name, error);
    }
    const { sent, multiple } = observed;
    const actors = actorsOf(machine);
    const effects = actors.filter(([, logic]) => !isMachine(logic)).map(([src]) => src);
    return {
      id: name,
      title: name,
      tags: isMultiple ? [`${name}:…`, 'one for each'] : [],
      rows: [
        ...(effects.length === 0 ? [] : [{ kind: 'note' as const, text: `effects / ${effects.join(', ')}` }]),
        ...[...sent].flatMap(([to, events]) => sendingRows(to, [...events].sort())),
      ],
      initial: null,
      isFinal: false,
      isParallel: false,
      boxes: actors.flatMap(([src, logic]) =>
        isMachine(logic) && !path.includes(src)
          ? [boxOf(src, logic, [...path, name], multiple.has(src))]
          : [],
      ),
    };
  };
  return boxOf('root', rootMachine, [], false);
}

/** By name. Those of the root are the flows of the registry. */
const actorsOf = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  machine === rootMachine
    ? allFlows.map(({ id, machine: logic }) => [id, logic])
    : Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);

const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'root' in logic;

const sendingRows = (to: string, events: readonly string[]): Row[] =>
  events.map((event) => ({ kind: 'cause', text: event, arrow: `→ ${to}`, targets: [to] }));

/** Without the machine's name: two machines with the same shape share a path model. */
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

/** Of the machine, or of one with the same shape: all cached lists are `resource` machines. */
function modelOf(name: string, machine: AnyStateMachine, models: Models): MachineModel {
  const found =
    models[name] ?? Object.values(models).find((model) => shapeOf(model.machine) === shapeOf(machine));
  if (found === undefined)
    throw new Error(`No model in test/paths/models.ts has the machine of the actor ${name}.`);
  return found.machine === machine ? found : { ...found, machine };
}

/** The events sent can depend on more than the transition, so all paths are run. Above this number, only a covering set is. */
const MAX_PATHS = 1000;

function pathsOf(model: MachineModel): ReturnType<typeof shortestPathsToEdges> {
  const all = shortestPathsToEdges(model);
  return all.length <= MAX_PATHS ? all : [...coveringPaths(model).paths];
}

/** Runs the paths of a machine in a system where every id has an actor, and records the events that the machine sends. */
function observe(machine: AnyStateMachine, model: MachineModel): Observation {
  const sent = new Map<string, Set<string>>();
  const multiple = new Set<string>();
  const recordEvent = (to: string, { type }: AnyEventObject): void => {
    if (type.startsWith('xstate.')) return;
    sent.set(to, (sent.get(to) ?? new Set()).add(type));
  };
  for (const { input, events } of pathsOf(model)) {
    const host = createActor(createMachine({}), {
      clock: new SimulatedClock(),
      inspect: (inspection) => {
        if (inspection.type !== '@xstate.event' || inspection.sourceRef !== subject) return;
        const child = nameOfChild(subject, inspection.actorRef);
        if (child !== null) recordEvent(child, inspection.event);
      },
    });
    const system = host.system as { get(id: string): unknown };
    const { get } = system;
    // The machine starts its own children itself.
    const isChild = (id: string) => nameOf(id) in machine.implementations.actors;
    system.get = (id) =>
      get(id) ?? (isChild(id) ? undefined : fakeActor(id, (event) => recordEvent(nameOf(id), event)));
    const subject: ActorRefFrom<AnyStateMachine> = createActor(withSilentActors(machine), {
      parent: host,
      input,
    });
    const failures: unknown[] = [];
    // XState throws a failure that nobody observes after the run.
    subject.subscribe({ error: (error) => failures.push(error) });
    subject.start();
    for (const event of events) {
      subject.send(event);
      const children = subject.getSnapshot().children as Record<string, unknown>;
      for (const id of Object.keys(children)) {
        if (id.includes(':')) multiple.add(nameOf(id));
      }
    }
    if (failures.length > 0 && !model.mayFail) throw failures[0];
  }
  return { sent, multiple };
}

/** `slots` for `slots:1`. */
const nameOf = (id: string): string => id.split(':')[0] ?? id;

function nameOfChild(parent: AnyActorRef, ref: unknown): string | null {
  const children = (parent.getSnapshot() as { children: Record<string, unknown> }).children;
  const found = Object.entries(children).find(([, child]) => child === ref);
  return found === undefined ? null : nameOf(found[0]);
}

/** A fake of another actor of the system, which passes its events to `onEvent`. */
const fakeActor = (id: string, onEvent: (event: AnyEventObject) => void): unknown => ({ id, _send: onEvent });
