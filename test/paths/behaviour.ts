import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
} from 'xstate';
import { describeType, statePath } from '../../tools/flows/words.ts';
import { describeEvent, describeValue, withValue } from './describeEvent.ts';
import { type MachineModel, withSilentActors, situationsOf } from '../../tools/flows/paths.ts';

/*
 * The behaviour of a machine at each step: events sent, effects and timers started and stopped, actions of the composition
 * root, and changes of its context. Path coverage shows only that a transition was taken.
 */

interface BuiltInParams {
  readonly id?: string;
  readonly systemId?: string;
  readonly input?: unknown;
  readonly to?: AnyActorRef;
  readonly event?: AnyEventObject;
  readonly delay?: number;
}

export interface ExecutedAction {
  readonly type: string;
  readonly params: unknown;
}

/** Describes an executed action. Null for actions by which XState cleans up when it leaves a state. */
function describeAction({ type, params }: ExecutedAction, cause: AnyEventObject | null): string | null {
  const { id, systemId, input, to, event, delay } = (params ?? {}) as BuiltInParams;
  switch (type) {
    case 'xstate.spawnChild':
      return withValue(`start ${id}${systemId === undefined ? '' : ' in the system'}`, input);
    case 'xstate.stopChild': {
      const hasEnded = [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`].includes(cause?.type ?? '');
      return hasEnded ? null : `stop ${id ?? 'an actor that is not running'}`;
    }
    case 'xstate.raise':
      return delay === undefined
        ? `raise ${describeEvent(event as AnyEventObject)}`
        : `wait ${delay} ms, then ${describeType(event?.type ?? '')}`;
    case 'xstate.cancel':
      return String((params as { sendId?: string } | undefined)?.sendId).startsWith('xstate.after.')
        ? null
        : `cancel ${(params as { sendId?: string }).sendId}`;
    case 'xstate.sendTo': {
      const later = delay === undefined ? '' : ` in ${delay} ms`;
      return `${to?.id} ←${later} ${describeEvent(event as AnyEventObject)}`;
    }
    case 'xstate.emit':
      return `emit ${describeEvent(event as AnyEventObject)}`;
    default:
      return withValue(`do ${type}`, params);
  }
}

/** A state with its tags: 'card.paying.clean (busy, paying)'. */
function describeState({ status, value, tags }: AnyMachineSnapshot): string {
  const state = statePath(value) || 'running';
  const tagText = [...tags].toSorted().join(', ');
  return `${state}${tagText && ` (${tagText})`}${status === 'active' ? '' : ` [${status}]`}`;
}

/**
 * A scope that records the actions of a transition instead of executing them. Every id of the system resolves to an actor
 * that does nothing.
 */
export function recordingScope(executed: ExecutedAction[]): AnyActorScope {
  const self = createEmptyActor() as AnyActorRef;
  const system = Object.assign(Object.create(self.system as object) as AnyActorRef['system'], {
    get: (id: string) => Object.assign(createEmptyActor() as AnyActorRef, { id }),
  });
  return {
    self,
    system,
    id: '',
    sessionId: '',
    logger: () => undefined,
    defer: () => undefined,
    stopChild: () => undefined,
    emit: () => undefined,
    actionExecutor: (action) => void executed.push(action),
  };
}

type Context = Readonly<Record<string, unknown>>;

/** One step of the machine from one situation. */
interface RecordedStep {
  readonly event: AnyEventObject | null;
  readonly before: Context;
  readonly after: AnyMachineSnapshot;
  readonly actions: readonly string[];
}

function recordStep(
  machine: AnyStateMachine,
  from: AnyMachineSnapshot | { readonly input: object | undefined },
  event: AnyEventObject | null,
): RecordedStep {
  const executed: ExecutedAction[] = [];
  const scope = recordingScope(executed);
  const after = (
    'input' in from ? machine.getInitialSnapshot(scope, from.input) : machine.transition(from, event, scope)
  ) as AnyMachineSnapshot;
  const actions = executed.map((action) => describeAction(action, event)).filter((line) => line !== null);
  return { event, before: 'input' in from ? {} : (from.context as Context), after, actions };
}

const isPlain = (value: unknown): value is Context =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !describeValue(value).startsWith('‹');

/** By key. An object has one entry for each property, unless its key is in `wholeKeys`. */
function flatten(context: Context, wholeKeys: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(context).flatMap(([key, value]) =>
      wholeKeys.has(key)
        ? [[key, describeValue(value)]]
        : Object.entries(value as Context).map(([inner, leaf]) => [`${key}.${inner}`, describeValue(leaf)]),
    ),
  );
}

const NOTHING = 'nothing';

/** Of steps with the same text: each changed key with all of its values after the steps. */
function describeContext(steps: readonly RecordedStep[]): string[] {
  const contexts = steps.map(({ before, after }) => [before, after.context as Context] as const);
  const wholeKeys = new Set(
    contexts.flatMap(([before, after]) =>
      Object.keys(after).filter((key) => !isPlain(before[key]) || !isPlain(after[key])),
    ),
  );
  const flat = contexts.map((pair) => pair.map((context) => flatten(context, wholeKeys)));
  const keys = [...new Set(flat.flatMap((pair) => pair.flatMap((context) => Object.keys(context))))];
  const changed = keys.filter((key) => flat.some(([before, after]) => before?.[key] !== after?.[key]));
  return changed.map((key) => {
    const values = new Set(flat.map(([, after]) => after?.[key] ?? NOTHING));
    return `${key} = ${[...values].toSorted().join(' | ')}`;
  });
}

/**
 * Describes the steps of a state. Steps with the same text are one group, because an event can set a context key to
 * different values in different situations.
 */
function describeSteps(steps: readonly RecordedStep[]): string[] {
  const groups = new Map<string, RecordedStep[]>();
  for (const step of steps) {
    const cause = step.event === null ? 'start' : describeEvent(step.event);
    const head = [`  ${cause} → ${describeState(step.after)}`, ...step.actions.map((line) => `    ${line}`)];
    const text = head.join('\n');
    groups.set(text, [...(groups.get(text) ?? []), step]);
  }
  return [...groups]
    .map(([text, group]) => [text, ...describeContext(group).map((line) => `    ${line}`)].join('\n'))
    .toSorted();
}

/**
 * Describes the complete behaviour of a machine: for each state every event with its target state and its actions, from every
 * situation of the model.
 */
export function describeBehaviour(model: MachineModel): string {
  const machine = withSilentActors(model.machine);
  const starts = (model.inputs ?? [undefined]).map((input) => recordStep(machine, { input }, null));
  const byState = new Map<string, RecordedStep[]>();
  for (const { snapshot, events } of situationsOf(model)) {
    const state = describeState(snapshot);
    const steps = events.map((event) => recordStep(machine, snapshot, event));
    byState.set(state, [...(byState.get(state) ?? []), ...steps]);
  }
  return [
    ...starts.flatMap((start, i) => [
      [withValue('start with', model.inputs?.[i]), ...describeSteps([start])].join('\n'),
    ]),
    ...[...byState].map(([state, steps]) => [state, ...describeSteps(steps)].join('\n')),
  ]
    .join('\n\n')
    .concat('\n');
}
