import { type Message, placeOf } from '../protocol.ts';

/** A recording has so many messages at most, some hours of work on the site; what comes later is not in it. */
const MAX_MESSAGES = 20_000;

/** Keeps the messages of the present load of the site, each once, for a recording to be saved. */
export function keptMessages() {
  let visit: string | null = null;
  let number = 0;
  let messages: Message[] = [];
  let introduced = new Set<string>();

  return {
    add(message: Message): void {
      const place = placeOf(message.id);
      if (place !== null && place.visit !== visit) {
        [visit, number, messages, introduced] = [place.visit, 0, [], new Set()];
      }
      const isKnown = introduced.has(message.sessionId);
      if (place !== null && (place.number === 0 ? isKnown : place.number <= number)) return;
      if (messages.length >= MAX_MESSAGES) return;
      number = place?.number || number;
      if (message.type === '@xstate.actor') introduced.add(message.sessionId);
      messages.push(message);
    },
    all: (): readonly Message[] => messages,
  };
}
