import type { AnyActorLogic, AnyActorRef, AnyStateMachine, SnapshotStatus, StateValue } from 'xstate';
import type { RootContext } from '../../../machines/rootSetup.ts';
import { selfAndDescendants } from '../../flows/transitions.ts';

/** What is sent to views and inspectors when an actor goes on with an edited machine. */
const EDITED = { type: 'flows.edited' } as const;

/** What the snapshot of a machine's actor has; that of another actor has some of it, or none. */
interface Present {
  readonly value: StateValue;
  readonly context: object;
  readonly status: SnapshotStatus;
  readonly children?: Readonly<Record<string, AnyActorRef>>;
  readonly historyValue?: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

const presentOf = (actor: AnyActorRef): Present => actor.getSnapshot() as Present;

/** What a running actor has that XState's type leaves out. */
interface Running {
  logic: AnyActorLogic;
  readonly src: unknown;
  update(snapshot: unknown, event: typeof EDITED): void;
}

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'implementations' in logic;

/** The snapshot of an actor in another version of its machine; null when that has no such state. */
function snapshotIn(machine: AnyStateMachine, actor: AnyActorRef): object | null {
  const { value, context, status, children, historyValue } = presentOf(actor);
  const nodes = new Map(selfAndDescendants(machine.root).map((node) => [node.id, node]));
  const history = Object.entries(historyValue ?? {}).map(([id, remembered]) => [
    id,
    remembered.flatMap((node) => nodes.get(node.id) ?? []),
  ]);
  try {
    const snapshot = machine.resolveState({
      value,
      context,
      status,
      historyValue: Object.fromEntries(history) as never,
    });
    return Object.assign(snapshot, { children });
  } catch {
    return null;
  }
}

/** An actor with the machine that it goes on with. */
type Change = readonly [actor: AnyActorRef, machine: AnyStateMachine];

/** The changes of an actor and of those that it has invoked or spawned by name. */
function changesBelow(actor: AnyActorRef, machine: AnyStateMachine): Change[] {
  const { children = {} } = presentOf(actor);
  const below = Object.values(children).flatMap((child): Change[] => {
    const { src, logic } = child as unknown as Running;
    const next = (machine.implementations.actors as Record<string, unknown>)[String(src)];
    return isMachine(logic) && isMachine(next) ? changesBelow(child, next) : [];
  });
  return [[actor, machine], ...below];
}

/**
 * Lets running actors go on with another version of their machines: in the state that they are in, with their memory, the
 * actors below them and the timers that run. What their states begin to run or to wait for is started when such a state
 * is entered next.
 *
 * @param machines by actors below the root
 * @returns the actors that go on, or the path of a state that the new machines do not have, and then none has changed
 */
export function goOnWith(
  machines: ReadonlyMap<AnyActorRef, AnyStateMachine>,
): AnyActorRef[] | { readonly lost: string } {
  const changes = [...machines].flatMap(([actor, machine]) => changesBelow(actor, machine));
  const snapshots = changes.map(([actor, machine]) => snapshotIn(machine, actor));
  const lost = changes[snapshots.indexOf(null)]?.[0];
  if (lost) {
    return { lost: `${lost.id} in ${JSON.stringify(presentOf(lost).value)}` };
  }
  for (const [n, [actor, machine]] of changes.entries()) {
    const running = actor as unknown as Running;
    running.logic = machine;
    running.update(snapshots[n], EDITED);
  }
  return changes.map(([actor]) => actor);
}

/** The event of the development server: a machine's file was saved (scripts/editedMachines.mjs). */
export const MACHINES_EDITED = 'flows:edited';

export interface MachinesEdited {
  readonly file: string;
  /** Milliseconds; by it the browser loads the edited files anew. */
  readonly timestamp: number;
}

/**
 * Takes an edit of machines while the site runs: every flow goes on with its new machine where that has the present state.
 * The page is reloaded otherwise.
 *
 * @param actors the living ones, the root first
 * @returns the actors that have another machine now
 */
export async function takeEdit(
  { file, timestamp }: MachinesEdited,
  actors: readonly AnyActorRef[],
): Promise<readonly AnyActorRef[]> {
  const address = `/machines/registry.ts?t=${timestamp}`;
  const { registry } = (await import(
    /* @vite-ignore */ address
  )) as typeof import('../../../machines/registry.ts');
  const groups = await Promise.all(Object.values(registry.lazy).map((load) => load()));
  const edited = new Map([...registry.atStart, ...groups.flat()].map((flow) => [flow.id as string, flow]));
  const root = actors.find(({ _parent }) => _parent === undefined);
  if (root === undefined) return [];
  const { flows, logicOf } = (root.getSnapshot() as { readonly context: RootContext }).context;
  const machines = new Map<AnyActorRef, AnyStateMachine>();
  for (const [id, flow] of Object.entries(flows)) {
    const next = edited.get(id);
    if (next === undefined || next.machine === flow.machine) continue;
    // The root starts a flow again, and the slots of another room, by what it knows of the flow.
    Object.assign(flow, next);
    const machine = logicOf(flow);
    const running = actors.filter((actor) => actor._parent === root && actor.id.replace(/:.*$/, '') === id);
    for (const actor of running) if (isMachine(machine)) machines.set(actor, machine);
  }
  const result = goOnWith(machines);
  if ('lost' in result) {
    console.info(`The page is loaded again after the edit of ${file}: it has no state for ${result.lost}.`);
    location.reload();
    return [];
  }
  if (result.length > 0)
    console.info(
      `${file} was edited. Without a reload, its new version runs: ${result.map(({ id }) => id).join(', ')}.`,
    );
  return result;
}
