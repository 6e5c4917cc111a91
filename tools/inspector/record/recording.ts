import { type Message, positionOf } from '../protocol.ts';

/** Older entries are dropped. */
const MAX_ENTRIES = 1000;
/** The history is pruned at this length and not at each event, because pruning reads all of it. */
const MAX_HISTORY = 4 * MAX_ENTRIES;

/** 'root', 'checkout' below the root, 'checkout/createOrder' below that. */
export type ActorPath = string;

export type Status = 'active' | 'done' | 'error' | 'stopped';

/** A received snapshot: a machine has value and context, a promise input and output. */
export type ActorSnapshot = Readonly<Record<string, unknown>>;

/** An actor, running or ended. A later actor with the same path replaces it. */
export interface RecordedActor {
  readonly path: ActorPath;
  readonly name: string;
  readonly parent: ActorPath | null;
  readonly sessionId: string;
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

/** The actor's state after an event. */
export interface Outcome {
  readonly value: unknown;
  readonly status: Status;
  readonly transitions: readonly string[];
  /** The machine had no transition for the event in its state. */
  readonly isIgnored: boolean;
}

/** An event, or a timer event that occurred several times in a row without a change of state. */
export interface LogEntry {
  readonly key: number;
  readonly times: number;
  /** Number of the load of the site. */
  readonly visit: number;
  /** Milliseconds since 1970. */
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
}

/** An actor after it was introduced, or after an event. */
export interface HistoryEntry {
  /** Key of the event, or of the last one before the introduction. */
  readonly key: number;
  readonly visit: number;
  readonly actor: RecordedActor;
}

export interface Recording {
  /** Load of the site; null before its first message. */
  readonly visit: string | null;
  readonly visits: number;
  /** Of the last new message. */
  readonly number: number;
  /** Parents before their children, otherwise as they appeared. */
  readonly actors: ReadonlyMap<ActorPath, RecordedActor>;
  /** By session id. */
  readonly paths: ReadonlyMap<string, ActorPath>;
  readonly entries: readonly LogEntry[];
  readonly nextKey: number;
  /** Snapshots of all actors, in the order of the messages. */
  readonly history: readonly HistoryEntry[];
}

export const emptyRecording: Recording = {
  visit: null,
  visits: 0,
  number: 0,
  actors: new Map(),
  paths: new Map(),
  entries: [],
  nextKey: 1,
  history: [],
};

/** Returns the same recording when the message adds nothing new. */
export function record(recording: Recording, message: Message): Recording {
  const position = positionOf(message.id);
  // Messages of other programs have no position and are applied in the order of arrival.
  if (position === null) return applyMessage(recording, message);
  const current = position.visit === recording.visit ? recording : startVisit(recording, position.visit);
  if (position.number === 0) return applyMessage(current, message);
  if (position.number <= current.number) return current;
  return applyMessage({ ...current, number: position.number }, message);
}

/** Empties the log and keeps the actors. */
export const clearLog = (recording: Recording): Recording => ({
  ...recording,
  entries: [],
  history: pruneHistory(recording.history, { entries: [] }),
});

/** Starts a new load of the site: all actors are new, and the log continues. */
const startVisit = (recording: Recording, visit: string): Recording => ({
  ...recording,
  visit,
  visits: recording.visits + 1,
  number: 0,
  actors: new Map(),
  paths: new Map(),
});

function applyMessage(recording: Recording, message: Message): Recording {
  switch (message.type) {
    case '@xstate.actor':
      return applyActor(recording, message);
    case '@xstate.event':
      return applyEvent(recording, message);
    case '@xstate.snapshot':
      return applySnapshot(recording, message);
    default:
      return recording;
  }
}

type MessageOf<Type extends Message['type']> = Extract<Message, { type: Type }>;

const asObject = (value: unknown): ActorSnapshot =>
  typeof value === 'object' && value !== null ? (value as ActorSnapshot) : {};

const statuses: readonly unknown[] = ['active', 'done', 'error', 'stopped'];

const statusOf = ({ status }: ActorSnapshot): Status =>
  statuses.includes(status) ? (status as Status) : 'active';

/** Null for other actors, whose definition has only a name. */
function machineDefinition(definition: string | undefined): string | null {
  try {
    const config: unknown = JSON.parse(definition ?? 'null');
    const isMachine =
      typeof config === 'object' && config !== null && Object.keys(config).some((key) => key !== 'id');
    return isMachine ? (definition ?? null) : null;
  } catch {
    return null;
  }
}

function applyActor(recording: Recording, message: MessageOf<'@xstate.actor'>): Recording {
  const { sessionId, name, parentId } = message;
  const parent = parentId === undefined ? null : pathOf(recording, parentId);
  const isBelowRoot = parent !== null && recording.actors.get(parent)?.parent === null;
  const path = parent === null || isBelowRoot ? name : `${parent}/${name}`;

  const known = recording.actors.get(path);
  const isSame = known?.sessionId === sessionId;
  const received = asObject(message.snapshot);
  // A second message about the actor may contain less than the first.
  const snapshot = isSame && Object.keys(received).length <= 1 ? known.snapshot : received;
  const actor: RecordedActor = {
    path,
    name,
    parent,
    sessionId,
    status: statusOf(snapshot),
    definition: machineDefinition(message.definition),
    snapshot,
    before: isSame ? known.before : null,
    transitions: isSame ? known.transitions : [],
    runs: (known?.runs ?? 0) + (isSame ? 0 : 1),
  };
  const actors = new Map(recording.actors);
  // Until now, the actor was known only by its session id.
  if (path !== sessionId) actors.delete(sessionId);
  actors.set(path, actor);
  const paths = new Map(recording.paths).set(sessionId, path);
  const entries = recording.entries.some((entry) => entry.to === sessionId || entry.from === sessionId)
    ? recording.entries.map((entry) => withPath(entry, sessionId, path))
    : recording.entries;
  return withHistory({ ...recording, actors, paths, entries }, actor);
}

const withPath = (entry: LogEntry, sessionId: string, path: ActorPath): LogEntry => ({
  ...entry,
  from: entry.from === sessionId ? path : entry.from,
  to: entry.to === sessionId ? path : entry.to,
});

/** An actor that was introduced before the inspector connected has its session id as its path. */
const pathOf = (recording: Recording, sessionId: string): ActorPath =>
  recording.paths.get(sessionId) ?? sessionId;

/** Undefined when another actor has replaced it. */
function actorOf(recording: Recording, sessionId: string): RecordedActor | undefined {
  const actor = recording.actors.get(pathOf(recording, sessionId));
  return actor?.sessionId === sessionId ? actor : undefined;
}

function applyEvent(recording: Recording, message: MessageOf<'@xstate.event'>): Recording {
  const { sessionId, sourceId, event, createdAt } = message;
  const { visits, nextKey, entries } = recording;
  const last = entries.at(-1);
  const isRepeat = last !== undefined && isRepeatedTick(last, message, visits);
  const entry: LogEntry = {
    key: isRepeat ? last.key : nextKey,
    times: isRepeat ? last.times + 1 : 1,
    visit: visits,
    at: Number(createdAt),
    from: sourceId === undefined ? null : pathOf(recording, sourceId),
    to: pathOf(recording, sessionId),
    sessionId,
    event,
    value: actorOf(recording, sessionId)?.snapshot['value'],
    outcome: null,
  };
  const next = {
    ...recording,
    entries: [...(isRepeat ? entries.slice(0, -1) : entries), entry].slice(-MAX_ENTRIES),
    nextKey: isRepeat ? nextKey : nextKey + 1,
  };
  return event.type.startsWith('xstate.error.actor.') && sourceId !== undefined
    ? markFailed(next, sourceId, asObject(event)['error'])
    : next;
}

/**
 * Whether a timer event repeats the previous one without a change of state. Otherwise the ticks of a clock would fill the log.
 */
const isRepeatedTick = (
  { event, sessionId, visit, value, outcome }: LogEntry,
  message: MessageOf<'@xstate.event'>,
  visits: number,
): boolean =>
  message.event.type.startsWith('xstate.after.') &&
  event.type === message.event.type &&
  sessionId === message.sessionId &&
  visit === visits &&
  outcome?.status === 'active' &&
  JSON.stringify(value) === JSON.stringify(outcome.value);

/** XState reports no snapshot of an actor that threw an exception; its parent gets the error. */
function markFailed(recording: Recording, sessionId: string, error: unknown): Recording {
  const actor = actorOf(recording, sessionId);
  if (!actor || actor.status === 'error') return recording;
  const snapshot = { ...actor.snapshot, status: 'error', error };
  return withActor(recording, { ...actor, status: 'error', snapshot, before: actor.snapshot });
}

const withActor = (recording: Recording, actor: RecordedActor, key?: number): Recording =>
  withHistory({ ...recording, actors: new Map(recording.actors).set(actor.path, actor) }, actor, key);

/** `key`: the event that the actor handled; by default the last one, for an actor that was only introduced. */
function withHistory(recording: Recording, actor: RecordedActor, key = recording.nextKey - 1): Recording {
  const { history, visits } = recording;
  const moment: HistoryEntry = { key, visit: visits, actor };
  const last = history.at(-1);
  // A repeated tick replaces the previous one.
  if (last?.key === key && last.visit === visits && last.actor.path === actor.path) {
    return { ...recording, history: [...history.slice(0, -1), moment] };
  }
  const extended = [...history, moment];
  return {
    ...recording,
    history: extended.length > MAX_HISTORY ? pruneHistory(extended, recording) : extended,
  };
}

/** Keeps only the last snapshot of each actor from before the beginning of the log. */
function pruneHistory(
  history: readonly HistoryEntry[],
  { entries }: Pick<Recording, 'entries'>,
): readonly HistoryEntry[] {
  const first = entries[0]?.key ?? Infinity;
  const before = new Map<string, HistoryEntry>();
  for (const moment of history) {
    if (moment.key < first) before.set(`${moment.visit} ${moment.actor.path}`, moment);
  }
  return [...before.values(), ...history.filter(({ key }) => key >= first)];
}

/**
 * The recording with the state after an event of its log: every actor as it was after its last event until then. The log is
 * complete. For an event that is not in the log, the recording is returned unchanged.
 */
export function recordingAt(recording: Recording, key: number): Recording {
  const entry = recording.entries.find((each) => each.key === key);
  if (entry === undefined) return recording;
  const actors = new Map<ActorPath, RecordedActor>();
  const historyEntries = recording.history
    .filter((moment) => moment.visit === entry.visit && moment.key <= key)
    .sort((a, b) => a.key - b.key);
  for (const { actor } of historyEntries) actors.set(actor.path, actor);
  return { ...recording, actors };
}

/** XState's internal start and stop events have no transition. */
const isInternalEvent = (type: string): boolean => /^xstate\.(init|stop)$/.test(type);

function applySnapshot(recording: Recording, message: MessageOf<'@xstate.snapshot'>): Recording {
  const { sessionId, event, _transitions } = message;
  const snapshot = asObject(message.snapshot);
  const transitions = _transitions ?? [];
  const status = statusOf(snapshot);
  const outcome: Outcome = {
    value: snapshot['value'],
    status,
    transitions,
    isIgnored: _transitions?.length === 0 && !isInternalEvent(event.type),
  };
  const [entries, key] = withOutcome(recording, sessionId, event.type, outcome);
  const withResult = { ...recording, entries };

  const known = actorOf(recording, sessionId);
  // The end of an actor that another one has replaced meanwhile.
  if (!known && recording.paths.has(sessionId)) return withResult;
  const unknownActor = {
    path: sessionId,
    name: sessionId,
    parent: null,
    sessionId,
    definition: null,
    runs: 1,
  };
  const actor: RecordedActor = {
    ...(known ?? unknownActor),
    status,
    snapshot,
    before: known?.snapshot ?? null,
    // An ignored event and a stop keep the last transitions visible.
    transitions: outcome.isIgnored || status === 'stopped' ? (known?.transitions ?? []) : transitions,
  };
  return withActor(withResult, actor, key);
}

/**
 * Adds the outcome of an event to the log. An actor handles its events in the order of sending: the outcome belongs to the first
 * event without one.
 *
 * @returns the log, and the key of the event if the log has it
 */
function withOutcome(
  { entries, visits }: Recording,
  sessionId: string,
  type: string,
  outcome: Outcome,
): [entries: readonly LogEntry[], key?: number] {
  const index = entries.findIndex(
    (entry) =>
      entry.outcome === null &&
      entry.visit === visits &&
      entry.sessionId === sessionId &&
      entry.event.type === type,
  );
  const entry = entries[index];
  return entry === undefined ? [entries] : [entries.with(index, { ...entry, outcome }), entry.key];
}
