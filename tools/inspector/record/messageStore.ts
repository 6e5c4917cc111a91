import { type Message, positionOf } from '../protocol.ts';

/** A recording has at most this many messages, some hours of work on the site; later messages are not in it. */
const MAX_MESSAGES = 20_000;

/** Stores the messages of the current load of the site, each once, so that they can be saved as a recording. */
export function createMessageStore() {
  let visit: string | null = null;
  let number = 0;
  let messages: Message[] = [];
  let introduced = new Set<string>();

  return {
    add(message: Message): void {
      const position = positionOf(message.id);
      if (position !== null && position.visit !== visit) {
        [visit, number, messages, introduced] = [position.visit, 0, [], new Set()];
      }
      const isKnown = introduced.has(message.sessionId);
      if (position !== null && (position.number === 0 ? isKnown : position.number <= number)) return;
      if (messages.length >= MAX_MESSAGES) return;
      number = position?.number || number;
      if (message.type === '@xstate.actor') introduced.add(message.sessionId);
      messages.push(message);
    },
    all: (): readonly Message[] => messages,
  };
}
