import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { RecordedClock } from '../flows/recording.ts';

/** The version of @statelyai/inspect that defines these messages; its receiver ignores a message without a version. */
export const PROTOCOL_VERSION = '0.7.2';

/** Only `npm run dev` serves it. */
export const INSPECTOR_PAGE = '/inspector.html';

/** The messages with which an inspector reports that it is ready, and the site reports that its page is left. */
export const CONNECTED = '@statelyai.connected';
export const DISCONNECTED = '@statelyai.disconnected';

/**
 * A message from the site to an inspector. Two fields are not in Stately's protocol, and other inspectors ignore them: the ids of
 * the transitions that led to a machine's snapshot, and the time of the machines' clock at an event, which a replay needs.
 */
export type Message = StatelyInspectionEvent & {
  readonly _transitions?: readonly string[];
  readonly _clock?: RecordedClock;
};

/** The load of the page, and the message's number in it. Number 0 introduces an actor again, in its current state. */
export type MessagePosition = { readonly visit: string; readonly number: number };

export const idOf = ({ visit, number }: MessagePosition): string => `${visit}.${number}`;

/** Null when another program wrote the message. */
export function positionOf(id: unknown): MessagePosition | null {
  const [, visit, number] = (typeof id === 'string' && /^([^.]+)\.(\d+)$/.exec(id)) || [];
  return visit === undefined ? null : { visit, number: Number(number) };
}

/** The message with which this project's inspector asks the site to send an event to one of its actors. */
export const SEND = '@litrooms.send';

export interface SendRequest {
  readonly type: typeof SEND;
  readonly sessionId: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** A request of this project's inspector; null for anything else. XState's internal events cannot be sent. */
export function sendRequestOf(data: unknown): SendRequest | null {
  const { type, sessionId, event } = (data ?? {}) as Partial<SendRequest>;
  if (type !== SEND || typeof sessionId !== 'string' || typeof event?.type !== 'string') return null;
  return event.type.startsWith('xstate.') ? null : { type, sessionId, event };
}
