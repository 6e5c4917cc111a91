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
 * What a machine does at each step: messages sent, effects and timers started and stopped, actions of the composition
 * root, and what changes in its context. Path coverage says that a transition was taken, not what it did.
 */

interface BuiltInParams {
  readonly id?: string;
  readonly systemId?: string;
  readonly input?: unknown;
  readonly to?: AnyActorRef;
  readonly event?: AnyEventObject;
  readonly delay?: number;
}

interface ExecutedAction {
  readonly type: string;
  readonly params: unknown;
}

/** An executed action in words; null for what XState does by itself when it leaves a state. */
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
  const named = [...tags].toSorted().join(', ');
  return `${state}${named && ` (${named})`}${status === 'active' ? '' : ` [${status}]`}`;
}

/**
 * Where a machine's transition is computed without being executed. In place of every actor of the system stands one of
 * its name that does nothing.
 */
function recordingScope(executed: ExecutedAction[]): AnyActorScope {
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

/** One step of the machine out of one situation. */
interface Recorded {
  readonly event: AnyEventObject | null;
  readonly before: Context;
  readonly after: AnyMachineSnapshot;
  readonly did: readonly string[];
}

function record(
  machine: AnyStateMachine,
  from: AnyMachineSnapshot | { readonly input: object | undefined },
  event: AnyEventObject | null,
): Recorded {
  const executed: ExecutedAction[] = [];
  const scope = recordingScope(executed);
  const after = (
    'input' in from ? machine.getInitialSnapshot(scope, from.input) : machine.transition(from, event, scope)
  ) as AnyMachineSnapshot;
  const did = executed.map((action) => describeAction(action, event)).filter((line) => line !== null);
  return { event, before: 'input' in from ? {} : (from.context as Context), after, did };
}

const isPlain = (value: unknown): value is Context =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !describeValue(value).startsWith('‹');

/** The context with one line for each property of an object in it, when it is an object in all steps of the group. */
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

/** What a group of like steps leaves in the context, by key: every value that a changed key has afterwards. */
function describeContext(steps: readonly Recorded[]): string[] {
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
 * A state's steps, those that read the same together: from several situations an event may lead to several values of a
 * context key.
 */
function describeSteps(steps: readonly Recorded[]): string[] {
  const groups = new Map<string, Recorded[]>();
  for (const step of steps) {
    const cause = step.event === null ? 'start' : describeEvent(step.event);
    const head = [`  ${cause} → ${describeState(step.after)}`, ...step.did.map((line) => `    ${line}`)];
    const text = head.join('\n');
    groups.set(text, [...(groups.get(text) ?? []), step]);
  }
  return [...groups]
    .map(([text, alike]) => [text, ...describeContext(alike).map((line) => `    ${line}`)].join('\n'))
    .toSorted();
}

/**
 * Everything that a machine does, as text: per state each event with where it leads and what it does, from every situation
 * of the model.
 */
export function describeBehaviour(model: MachineModel): string {
  const machine = withSilentActors(model.machine);
  const starts = (model.inputs ?? [undefined]).map((input) => record(machine, { input }, null));
  const byState = new Map<string, Recorded[]>();
  for (const { snapshot, events } of situationsOf(model)) {
    const state = describeState(snapshot);
    const steps = events.map((event) => record(machine, snapshot, event));
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
