import { machineIdIn } from '../../flows/recording.ts';
import { type Message, positionOf } from '../protocol.ts';

/** Older entries are dropped. */
const MAX_ENTRIES = 1000;
/** Some hours of work on the site; later messages cannot be saved. */
const MAX_MESSAGES = 20_000;

/** 'root', 'checkout' below the root, 'checkout/createOrder' below that. */
export type ActorPath = string;

const statuses = ['active', 'done', 'error', 'stopped'] as const;

export type Status = (typeof statuses)[number];

/** A received snapshot: a machine has value and context, a promise input and output. */
export type ActorSnapshot = Readonly<Record<string, unknown>>;

/** An actor, running or ended. A later actor with the same path replaces it. */
export interface RecordedActor {
  readonly path: ActorPath;
  readonly parent: ActorPath | null;
  readonly sessionId: string;
  /** Number of the load of the site. */
  readonly visit: number;
  readonly status: Status;
  /** JSON; null for a promise or a callback, and until the definition of the machine is received. */
  readonly definition: string | null;
  readonly snapshot: ActorSnapshot;
  /** For marking changes. */
  readonly before: ActorSnapshot | null;
  /** Ids of the transitions that led to the snapshot. */
  readonly transitions: readonly string[];
  /** Actors that have run under this path. */
  readonly runs: number;
}

/** The actor's state after an event. `isIgnored`: the machine had no transition for the event in its state. */
export interface Outcome extends Pick<RecordedActor, 'status' | 'transitions'> {
  readonly value: unknown;
  readonly isIgnored: boolean;
}

/** An event, or a timer event that occurred several times in a row without a change of state. `at`: milliseconds since 1970. */
export interface LogEntry {
  readonly key: number;
  readonly times: number;
  readonly visit: number;
  readonly at: number;
  /** Null for an event from outside the system, such as a screen; the actor itself for an event of its timers. */
  readonly from: ActorPath | null;
  readonly to: ActorPath;
  readonly sessionId: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
  /** State value before the event. */
  readonly value: unknown;
  /** Null until the actor has handled the event, and permanently if the actor had ended. */
  readonly outcome: Outcome | null;
  /** Actors after the event: its receiver, and those that were introduced or failed before the next event. */
  readonly changed: readonly RecordedActor[];
}

export interface Recording {
  /** Load of the site; null before its first message. `number`: of the last new message. */
  readonly visit: string | null;
  readonly visits: number;
  readonly number: number;
  /** Parents before their children, otherwise as they appeared. */
  readonly actors: ReadonlyMap<ActorPath, RecordedActor>;
  /** By session id. */
  readonly paths: ReadonlyMap<string, ActorPath>;
  readonly entries: readonly LogEntry[];
  readonly nextKey: number;
  /** Actors as they were before the first entry of the log or of their visit. */
  readonly base: readonly RecordedActor[];
  /** Since the last load of the site, each once, to save them. */
  readonly messages: readonly Message[];
}

export const emptyRecording: Recording = {
  visit: null,
  visits: 0,
  number: 0,
  actors: new Map(),
  paths: new Map(),
  entries: [],
  nextKey: 1,
  base: [],
  messages: [],
};

/** Returns the same recording when the message adds nothing new. */
export function record(recording: Recording, message: Message): Recording {
  // Messages of other programs have no position and are applied in the order of arrival.
  const position = positionOf(message.id);
  const isNewVisit = position !== null && position.visit !== recording.visit;
  const current = isNewVisit ? startVisit(recording, position.visit) : recording;
  const number = position?.number ?? 0;
  if (number > 0 && number <= current.number) return current;
  const numbered = number > 0 ? { ...current, number } : current;
  const next = applyMessage(numbered, message);
  if (next === numbered || next.messages.length >= MAX_MESSAGES) return next;
  return { ...next, messages: [...next.messages, message] };
}

/** Starts a new load of the site: all actors are new, and the log continues. */
const startVisit = (recording: Recording, visit: string): Recording => ({
  ...recording,
  visit,
  visits: recording.visits + 1,
  number: 0,
  actors: new Map(),
  paths: new Map(),
  messages: [],
});

function applyMessage(recording: Recording, message: Message): Recording {
  if (message.type === '@xstate.actor') return applyActor(recording, message);
  if (message.type === '@xstate.event') return applyEvent(recording, message);
  return message.type === '@xstate.snapshot' ? applySnapshot(recording, message) : recording;
}

type MessageOf<Type extends Message['type']> = Extract<Message, { type: Type }>;

const asObject = (value: unknown): ActorSnapshot =>
  typeof value === 'object' && value !== null ? (value as ActorSnapshot) : {};

const statusOf = ({ status }: ActorSnapshot): Status => statuses.find((each) => each === status) ?? 'active';

/** An actor that ended before the inspector connected has its session id as its path. */
const pathOf = ({ paths }: Recording, sessionId: string): ActorPath => paths.get(sessionId) ?? sessionId;

/** Undefined when another actor has replaced it. */
function actorOf(recording: Recording, sessionId: string): RecordedActor | undefined {
  const actor = recording.actors.get(pathOf(recording, sessionId));
  return actor?.sessionId === sessionId ? actor : undefined;
}

function applyActor(recording: Recording, message: MessageOf<'@xstate.actor'>): Recording {
  const { sessionId, name, parentId, definition = null } = message;
  if (actorOf(recording, sessionId)) return recording;
  const parent = parentId === undefined ? null : pathOf(recording, parentId);
  const isBelowRoot = parent !== null && recording.actors.get(parent)?.parent === null;
  const path = parent === null || isBelowRoot ? name : `${parent}/${name}`;
  const snapshot = asObject(message.snapshot);
  const actor: RecordedActor = {
    path,
    parent,
    sessionId,
    visit: recording.visits,
    status: statusOf(snapshot),
    definition: machineIdIn(message.definition) === null ? null : definition,
    snapshot,
    before: null,
    transitions: [],
    runs: (recording.actors.get(path)?.runs ?? 0) + 1,
  };
  return withActor({ ...recording, paths: new Map(recording.paths).set(sessionId, path) }, actor);
}

/** `key`: the event that changed the actor; by default the last one. */
function withActor(recording: Recording, actor: RecordedActor, key = recording.nextKey - 1): Recording {
  const { entries, visits, base } = recording;
  const actors = new Map(recording.actors).set(actor.path, actor);
  const index = entries.findLastIndex((entry) => entry.key === key && entry.visit === visits);
  const entry = entries[index];
  if (entry === undefined) return { ...recording, actors, base: lastOfEach([...base, actor]) };
  const changed = [...entry.changed.filter(({ path }) => path !== actor.path), actor];
  return { ...recording, actors, entries: entries.with(index, { ...entry, changed }) };
}

const lastOfEach = (actors: readonly RecordedActor[]): RecordedActor[] => [
  ...new Map(actors.map((actor) => [`${actor.visit} ${actor.path}`, actor])).values(),
];

function applyEvent(recording: Recording, message: MessageOf<'@xstate.event'>): Recording {
  const { sessionId, sourceId, event, createdAt } = message;
  const { visits, nextKey, entries } = recording;
  const repeated = repeatedTick(recording, message);
  const entry: LogEntry = {
    key: repeated?.key ?? nextKey,
    times: (repeated?.times ?? 0) + 1,
    visit: visits,
    at: Number(createdAt),
    from: sourceId === undefined ? null : pathOf(recording, sourceId),
    to: pathOf(recording, sessionId),
    sessionId,
    event,
    value: actorOf(recording, sessionId)?.snapshot['value'],
    outcome: null,
    changed: repeated?.changed ?? [],
  };
  const next = withEntries(recording, [...(repeated ? entries.slice(0, -1) : entries), entry]);
  return markFailed({ ...next, nextKey: entry.key === nextKey ? nextKey + 1 : nextKey }, message);
}

/** What is dropped from the beginning of the log is remembered as its base. */
function withEntries(recording: Recording, entries: readonly LogEntry[]): Recording {
  const dropped = entries.slice(0, -MAX_ENTRIES).flatMap(({ changed }) => changed);
  const base = dropped.length > 0 ? lastOfEach([...recording.base, ...dropped]) : recording.base;
  return { ...recording, entries: entries.slice(-MAX_ENTRIES), base };
}

/** Empties the log and keeps the actors. */
export const clearLog = (recording: Recording): Recording => ({
  ...recording,
  entries: [],
  base: [...recording.actors.values()],
});

/** The last entry, if a timer event repeats it without a change of state: the ticks of a clock would fill the log. */
function repeatedTick(
  { entries, visits }: Recording,
  { event: { type }, sessionId }: MessageOf<'@xstate.event'>,
): LogEntry | undefined {
  const last = entries.at(-1);
  const isSameTick = type.startsWith('xstate.after.') && type === last?.event.type;
  const isSameActor = sessionId === last?.sessionId && visits === last.visit;
  const isUnchanged = JSON.stringify(last?.value) === JSON.stringify(last?.outcome?.value);
  return isSameTick && isSameActor && last.outcome?.status === 'active' && isUnchanged ? last : undefined;
}

/** XState reports no snapshot of an actor that threw an exception; its parent gets the error. */
function markFailed(recording: Recording, { sourceId = '', event }: MessageOf<'@xstate.event'>): Recording {
  const actor = actorOf(recording, sourceId);
  if (!event.type.startsWith('xstate.error.actor.') || !actor || actor.status === 'error') return recording;
  const snapshot = { ...actor.snapshot, status: 'error', error: asObject(event)['error'] };
  return withActor(recording, { ...actor, status: 'error', snapshot, before: actor.snapshot });
}

/**
 * The recording with the state after an event of its log: every actor as it was after its last event until then. The log is
 * complete. For an event that is not in the log, the recording is returned unchanged.
 */
export function recordingAt(recording: Recording, key: number): Recording {
  const { base, entries } = recording;
  const index = entries.findIndex((entry) => entry.key === key);
  const visit = entries[index]?.visit;
  if (visit === undefined) return recording;
  const changes = entries.slice(0, index + 1).flatMap(({ changed }) => changed);
  const actors = [...base, ...changes].filter((actor) => actor.visit === visit);
  return { ...recording, actors: new Map(actors.map((actor) => [actor.path, actor])) };
}

function applySnapshot(recording: Recording, message: MessageOf<'@xstate.snapshot'>): Recording {
  const { sessionId, event, _transitions } = message;
  const snapshot = asObject(message.snapshot);
  const transitions = _transitions ?? [];
  const status = statusOf(snapshot);
  // XState's internal start and stop events have no transition.
  const isIgnored = _transitions?.length === 0 && !['xstate.init', 'xstate.stop'].includes(event.type);
  const outcome: Outcome = { value: snapshot['value'], status, transitions, isIgnored };
  // An actor handles its events in the order of sending: the outcome belongs to the first event without one.
  const { entries, visits } = recording;
  const index = entries.findIndex(
    ({ outcome: known, visit, ...each }) =>
      known === null && visit === visits && each.sessionId === sessionId && each.event.type === event.type,
  );
  const entry = entries[index];
  const handled = entry ? entries.with(index, { ...entry, outcome }) : entries;
  const withOutcome = { ...recording, entries: handled };

  const known = actorOf(recording, sessionId);
  // An actor that has ended before the inspector connected, or that another one has replaced meanwhile.
  if (!known) return withOutcome;
  // An ignored event and a stop keep the last transitions visible.
  const shown = isIgnored || status === 'stopped' ? known.transitions : transitions;
  const actor = { ...known, status, snapshot, before: known.snapshot, transitions: shown };
  return withActor(withOutcome, actor, entry?.key);
}
