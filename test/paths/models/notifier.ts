import { notifierMachine } from '../../../machines/notifier.ts';
import type { MachineModel } from '../paths.ts';

export const notifier: MachineModel = {
  machine: notifierMachine,
  payloads: {
    'notifier.show': [
      { tone: 'info', text: 'one', topic: 'a' },
      { tone: 'loading', text: 'two', topic: 'b' },
    ],
    'notifier.dismiss': [{ id: 1 }, { id: 2 }],
    'notifier.expired': [{ id: 1 }, { id: 2 }],
    'notifier.dismissTopic': [{ topic: 'a' }, { topic: 'b' }],
  },
  key: ({ context }) => ({
    topics: context.toasts.map(({ topic }: { topic: string }) => topic),
    lastId: Math.min(context.lastId, 3),
  }),
};
