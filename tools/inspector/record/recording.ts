import { type Message, placeOf } from '../protocol.ts';

/** The log keeps this many events; older ones are let go. */
const MAX_ENTRIES = 1000;
/** The history is shortened when it has so many: not at each event, because that goes through all of it. */
const MAX_HISTORY = 4 * MAX_ENTRIES;

/** Which actor, by where it stands: 'checkout' below the root, 'checkout/createOrder' below that; 'root' itself. */
export type ActorPath = string;

export type Status = 'active' | 'done' | 'error' | 'stopped';

/** A snapshot as it came: a machine has value and context, a promise input and output. */
export type ShownSnapshot = Readonly<Record<string, unknown>>;

/** An actor, alive or as it ended; what runs again under the same name takes its place. */
export interface SeenActor {
  readonly path: ActorPath;
  readonly name: string;
  readonly parent: ActorPath | null;
  readonly sessionId: string;
  readonly status: Status;
  /** The configuration of its machine as JSON; null for a promise or a callback, and before it is introduced. */
  readonly definition: string | null;
  readonly snapshot: ShownSnapshot;
  /** The snapshot before that, to tell what changed. */
  readonly before: ShownSnapshot | null;
  /** The ids of the transitions that led to the snapshot. */
  readonly transitions: readonly string[];
  /** How many have run under this name. */
  readonly runs: number;
}

/** What became of an event: how the actor stood after it. */
export interface Outcome {
  readonly value: unknown;
  readonly status: Status;
  readonly transitions: readonly string[];
  /** The machine had no transition for it, there and then. */
  readonly isIgnored: boolean;
}

/** One event on its way, or a timer's event that came several times in a row and changed no state. */
export interface Entry {
  readonly key: number;
  /** How many times it came. */
  readonly times: number;
  /** Counts the loads of the site. */
  readonly visit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null for what comes from outside the system, as from a screen; the actor itself for what its timers tell it. */
  readonly from: ActorPath | null;
  readonly to: ActorPath;
  readonly sessionId: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
  /** Where the machine was before. */
  readonly value: unknown;
  /** Null until the actor has taken it, and for ever when it had ended. */
  readonly outcome: Outcome | null;
}

/** An actor as it was introduced, or as an event left it. */
export interface Moment {
  /** The event, or the last one before the introduction. */
  readonly key: number;
  readonly visit: number;
  readonly actor: SeenActor;
}

/** All that an inspector knows of the site. */
export interface Recording {
  /** The present load of the site; null when it has said nothing. */
  readonly visit: string | null;
  readonly visits: number;
  /** The last message that was news. */
  readonly number: number;
  /** Parents before their children, otherwise as they appeared. */
  readonly actors: ReadonlyMap<ActorPath, SeenActor>;
  /** By session id. */
  readonly paths: ReadonlyMap<string, ActorPath>;
  readonly entries: readonly Entry[];
  readonly nextKey: number;
  /** How each actor came to what it is, in the order in which the messages came. */
  readonly history: readonly Moment[];
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

/** The recording after one more message; the same one when it adds nothing new. */
export function record(recording: Recording, message: Message): Recording {
  const place = placeOf(message.id);
  // Another program's messages are taken as they come.
  if (place === null) return noted(recording, message);
  const present = place.visit === recording.visit ? recording : begun(recording, place.visit);
  if (place.number === 0) return noted(present, message);
  if (place.number <= present.number) return present;
  return noted({ ...present, number: place.number }, message);
}

/** The log without its events, the actors as they are. */
export const cleared = (recording: Recording): Recording => ({
  ...recording,
  entries: [],
  history: shortened(recording.history, { entries: [] }),
});

/** The site was reloaded: its actors are new ones, and the log continues. */
const begun = (recording: Recording, visit: string): Recording => ({
  ...recording,
  visit,
  visits: recording.visits + 1,
  number: 0,
  actors: new Map(),
  paths: new Map(),
});

function noted(recording: Recording, message: Message): Recording {
  switch (message.type) {
    case '@xstate.actor':
      return introduced(recording, message);
    case '@xstate.event':
      return sent(recording, message);
    case '@xstate.snapshot':
      return changed(recording, message);
    default:
      return recording;
  }
}

type Of<Type extends Message['type']> = Extract<Message, { type: Type }>;

const asObject = (value: unknown): ShownSnapshot =>
  typeof value === 'object' && value !== null ? (value as ShownSnapshot) : {};

const statuses: readonly unknown[] = ['active', 'done', 'error', 'stopped'];

const statusOf = ({ status }: ShownSnapshot): Status =>
  statuses.includes(status) ? (status as Status) : 'active';

/** The states of a machine are in its definition; that of a promise has a name and no more. */
function machineIn(definition: string | undefined): string | null {
  try {
    const config: unknown = JSON.parse(definition ?? 'null');
    const isMachine =
      typeof config === 'object' && config !== null && Object.keys(config).some((key) => key !== 'id');
    return isMachine ? (definition ?? null) : null;
  } catch {
    return null;
  }
}

function introduced(recording: Recording, message: Of<'@xstate.actor'>): Recording {
  const { sessionId, name, parentId } = message;
  const parent = parentId === undefined ? null : pathOf(recording, parentId);
  const isBelowRoot = parent !== null && recording.actors.get(parent)?.parent === null;
  const path = parent === null || isBelowRoot ? name : `${parent}/${name}`;

  const known = recording.actors.get(path);
  const isSame = known?.sessionId === sessionId;
  const written = asObject(message.snapshot);
  // A second message about it may hold less than the first.
  const snapshot = isSame && Object.keys(written).length <= 1 ? known.snapshot : written;
  const actor: SeenActor = {
    path,
    name,
    parent,
    sessionId,
    status: statusOf(snapshot),
    definition: machineIn(message.definition),
    snapshot,
    before: isSame ? known.before : null,
    transitions: isSame ? known.transitions : [],
    runs: (known?.runs ?? 0) + (isSame ? 0 : 1),
  };
  const actors = new Map(recording.actors);
  // Known by its session id alone until now.
  if (path !== sessionId) actors.delete(sessionId);
  actors.set(path, actor);
  const paths = new Map(recording.paths).set(sessionId, path);
  const entries = recording.entries.some((entry) => entry.to === sessionId || entry.from === sessionId)
    ? recording.entries.map((entry) => renamed(entry, sessionId, path))
    : recording.entries;
  return withHistory({ ...recording, actors, paths, entries }, actor);
}

const renamed = (entry: Entry, sessionId: string, path: ActorPath): Entry => ({
  ...entry,
  from: entry.from === sessionId ? path : entry.from,
  to: entry.to === sessionId ? path : entry.to,
});

/** An actor that was introduced before the inspector came goes by its session id. */
const pathOf = (recording: Recording, sessionId: string): ActorPath =>
  recording.paths.get(sessionId) ?? sessionId;

/** The actor of a session id; none when another has taken its place since. */
function actorOf(recording: Recording, sessionId: string): SeenActor | undefined {
  const actor = recording.actors.get(pathOf(recording, sessionId));
  return actor?.sessionId === sessionId ? actor : undefined;
}

function sent(recording: Recording, message: Of<'@xstate.event'>): Recording {
  const { sessionId, sourceId, event, createdAt } = message;
  const { visits, nextKey, entries } = recording;
  const last = entries.at(-1);
  const isAgain = last !== undefined && isTickAfter(last, message, visits);
  const entry: Entry = {
    key: isAgain ? last.key : nextKey,
    times: isAgain ? last.times + 1 : 1,
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
    entries: [...(isAgain ? entries.slice(0, -1) : entries), entry].slice(-MAX_ENTRIES),
    nextKey: isAgain ? nextKey : nextKey + 1,
  };
  return event.type.startsWith('xstate.error.actor.') && sourceId !== undefined
    ? failed(next, sourceId, asObject(event)['error'])
    : next;
}

/** A timer's event that came just before and left the actor in its state: the ticks of a clock fill a log otherwise. */
const isTickAfter = (
  { event, sessionId, visit, value, outcome }: Entry,
  message: Of<'@xstate.event'>,
  visits: number,
): boolean =>
  message.event.type.startsWith('xstate.after.') &&
  event.type === message.event.type &&
  sessionId === message.sessionId &&
  visit === visits &&
  outcome?.status === 'active' &&
  JSON.stringify(value) === JSON.stringify(outcome.value);

/** XState reports no snapshot of an actor that an exception ended; its parent gets the error. */
function failed(recording: Recording, sessionId: string, error: unknown): Recording {
  const actor = actorOf(recording, sessionId);
  if (!actor || actor.status === 'error') return recording;
  const snapshot = { ...actor.snapshot, status: 'error', error };
  return withActor(recording, { ...actor, status: 'error', snapshot, before: actor.snapshot });
}

const withActor = (recording: Recording, actor: SeenActor, key?: number): Recording =>
  withHistory({ ...recording, actors: new Map(recording.actors).set(actor.path, actor) }, actor, key);

/** `key`: the event that the actor took; the last one when it was only introduced. */
function withHistory(recording: Recording, actor: SeenActor, key = recording.nextKey - 1): Recording {
  const { history, visits } = recording;
  const moment: Moment = { key, visit: visits, actor };
  const last = history.at(-1);
  // A tick takes the place of the one before.
  if (last?.key === key && last.visit === visits && last.actor.path === actor.path) {
    return { ...recording, history: [...history.slice(0, -1), moment] };
  }
  const grown = [...history, moment];
  return { ...recording, history: grown.length > MAX_HISTORY ? shortened(grown, recording) : grown };
}

/** Of what lies before the log, only how it stood at the end. */
function shortened(history: readonly Moment[], { entries }: Pick<Recording, 'entries'>): readonly Moment[] {
  const first = entries[0]?.key ?? Infinity;
  const before = new Map<string, Moment>();
  for (const moment of history) {
    if (moment.key < first) before.set(`${moment.visit} ${moment.actor.path}`, moment);
  }
  return [...before.values(), ...history.filter(({ key }) => key >= first)];
}

/**
 * The recording as it was after an event of its log: every actor as the last event up to then had left it. The log itself
 * stays whole. The same recording for an event that is not in it.
 */
export function recordingAt(recording: Recording, key: number): Recording {
  const entry = recording.entries.find((each) => each.key === key);
  if (entry === undefined) return recording;
  const actors = new Map<ActorPath, SeenActor>();
  const moments = recording.history
    .filter((moment) => moment.visit === entry.visit && moment.key <= key)
    .sort((a, b) => a.key - b.key);
  for (const { actor } of moments) actors.set(actor.path, actor);
  return { ...recording, actors };
}

/** XState's own events come and go without a transition. */
const isOfXState = (type: string): boolean => /^xstate\.(init|stop)$/.test(type);

function changed(recording: Recording, message: Of<'@xstate.snapshot'>): Recording {
  const { sessionId, event, _transitions } = message;
  const snapshot = asObject(message.snapshot);
  const transitions = _transitions ?? [];
  const status = statusOf(snapshot);
  const outcome: Outcome = {
    value: snapshot['value'],
    status,
    transitions,
    isIgnored: _transitions?.length === 0 && !isOfXState(event.type),
  };
  const [entries, key] = withOutcome(recording, sessionId, event.type, outcome);
  const answered = { ...recording, entries };

  const known = actorOf(recording, sessionId);
  // The end of one whose place another has taken meanwhile.
  if (!known && recording.paths.has(sessionId)) return answered;
  const nameless = { path: sessionId, name: sessionId, parent: null, sessionId, definition: null, runs: 1 };
  const actor: SeenActor = {
    ...(known ?? nameless),
    status,
    snapshot,
    before: known?.snapshot ?? null,
    // What changes nothing leaves the last way visible.
    transitions: outcome.isIgnored || status === 'stopped' ? (known?.transitions ?? []) : transitions,
  };
  return withActor(answered, actor, key);
}

/**
 * An actor takes its events in the order in which they came: the outcome is that of the first without one.
 *
 * @returns the log, and the key of the event when it is there
 */
function withOutcome(
  { entries, visits }: Recording,
  sessionId: string,
  type: string,
  outcome: Outcome,
): [entries: readonly Entry[], key?: number] {
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
