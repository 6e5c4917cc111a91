import type { AnyActorLogic, AnyActorRef, AnyStateMachine, SnapshotStatus, StateValue } from 'xstate';
import type { RootContext } from '../../../machines/engine/root.ts';
import { selfAndDescendants } from '../../flows/transitions.ts';

/** Views and inspectors receive it when an actor continues with an edited machine. */
const EDITED = { type: 'flows.edited' } as const;

/** A snapshot of another actor has only some of the fields. */
interface RunningSnapshot {
  readonly value: StateValue;
  readonly context: object;
  readonly status: SnapshotStatus;
  readonly children?: Readonly<Record<string, AnyActorRef>>;
  readonly historyValue?: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

const runningSnapshotOf = (actor: AnyActorRef): RunningSnapshot => actor.getSnapshot() as RunningSnapshot;

/** XState's type does not have these fields. */
interface RunningActor {
  logic: AnyActorLogic;
  readonly src: unknown;
  update(snapshot: unknown, event: typeof EDITED): void;
}

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'implementations' in logic;

/** Null when the other version of the machine does not have the state. */
function snapshotForMachine(machine: AnyStateMachine, actor: AnyActorRef): object | null {
  const { value, context, status, children, historyValue } = runningSnapshotOf(actor);
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

/** An actor and its new machine. */
type MachineChange = readonly [actor: AnyActorRef, machine: AnyStateMachine];

/** Includes the actors that it has invoked or spawned by name. */
function collectChanges(actor: AnyActorRef, machine: AnyStateMachine): MachineChange[] {
  const { children = {} } = runningSnapshotOf(actor);
  const childChanges = Object.values(children).flatMap((child): MachineChange[] => {
    const { src, logic } = child as unknown as RunningActor;
    const next = (machine.implementations.actors as Record<string, unknown>)[String(src)];
    return isMachine(logic) && isMachine(next) ? collectChanges(child, next) : [];
  });
  return [[actor, machine], ...childChanges];
}

/**
 * Replaces the machines of running actors by other versions. The actors keep their state, their context, their child actors and
 * their timers. New invokes and delays of a state start when the state is entered the next time.
 *
 * @param machines the new machines, by actors below the root
 * @returns the changed actors; or the state that a new machine does not have, and then no actor is changed
 */
export function replaceMachines(
  machines: ReadonlyMap<AnyActorRef, AnyStateMachine>,
): AnyActorRef[] | { readonly missingState: string } {
  const changes = [...machines].flatMap(([actor, machine]) => collectChanges(actor, machine));
  const snapshots = changes.map(([actor, machine]) => snapshotForMachine(machine, actor));
  const unmatched = changes[snapshots.indexOf(null)]?.[0];
  if (unmatched) {
    return { missingState: `${unmatched.id} in ${JSON.stringify(runningSnapshotOf(unmatched).value)}` };
  }
  for (const [n, [actor, machine]] of changes.entries()) {
    const running = actor as unknown as RunningActor;
    running.logic = machine;
    running.update(snapshots[n], EDITED);
  }
  return changes.map(([actor]) => actor);
}

/** The development server sends it when a machine's file was saved (scripts/editedMachines.ts). */
export const MACHINES_EDITED = 'flows:edited';

export interface MachinesEdited {
  readonly file: string;
  /** Milliseconds; the browser loads the edited files again because their URLs contain it. */
  readonly timestamp: number;
}

/**
 * Applies an edit of machines while the site runs: every flow continues with its new machine if the machine has the current state.
 * Otherwise the page is reloaded.
 *
 * @param actors the running actors, the root first
 * @returns the actors with a new machine
 */
export async function applyEdit(
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
    // The root uses its registered flow when it restarts the flow.
    Object.assign(flow, next);
    const machine = logicOf(flow);
    const running = actors.filter((actor) => actor._parent === root && actor.id === id);
    for (const actor of running) if (isMachine(machine)) machines.set(actor, machine);
  }
  const result = replaceMachines(machines);
  if ('missingState' in result) {
    console.info(
      `The page is reloaded after the edit of ${file}, which has no state for ${result.missingState}.`,
    );
    location.reload();
    return [];
  }
  if (result.length > 0)
    console.info(
      `${file} was edited. Its new version runs without a reload: ${result.map(({ id }) => id).join(', ')}.`,
    );
  return result;
}
