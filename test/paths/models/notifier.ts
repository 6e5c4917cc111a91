import { messages } from '../../../domain/text/messages.ts';
import { notifierMachine } from '../../../machines/engine/notifier.ts';
import type { MachineModel } from '../paths.ts';

export const notifier: MachineModel = {
  machine: notifierMachine,
  payloads: {
    'notifier.show': [
      { tone: 'error', text: messages.registration.failed, topic: 'registration' },
      { tone: 'error', text: messages.slots.selectAny, topic: 'slots' },
      { tone: 'loading', text: 'Creating your account…', topic: 'registration' },
    ],
    'notifier.dismiss': [{ id: 1 }, { id: 2 }],
    'notifier.expired': [{ id: 1 }, { id: 2 }],
    'notifier.dismissTopic': [{ topic: 'registration' }, { topic: 'slots' }],
  },
  key: ({ context }) => ({
    topics: context.toasts.map(({ topic }: { topic: string }) => topic),
    lastId: Math.min(context.lastId, 3),
  }),
};
