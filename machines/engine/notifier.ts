import { assign, cancel, enqueueActions, setup } from 'xstate';
import { MAX_TOASTS, toastDurations } from '../../domain/text/messages.ts';
import { defineFlow } from './flow.ts';
import type { NotifierEvent, ShowToast, ToastTone } from './notifierEvents.ts';

export interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** A toast replaces the others of its topic: the result replaces the loading toast. */
  readonly topic: string | null;
}

interface NotifierContext {
  toasts: Toast[];
  lastId: number;
}

const timerOf = (id: number): string => `toast-${id}`;

/** All toasts of the site: replacement by topic, durations, and a maximum of five at once (spec 2). */
export const notifierMachine = setup({
  types: { context: {} as NotifierContext, events: {} as NotifierEvent },
  guards: {
    isLastToast: ({ context }, { id }: { id: number }) =>
      context.toasts.length === 1 && context.toasts[0]?.id === id,
    isLastTopic: ({ context }, { topic }: { topic: string }) =>
      context.toasts.every((toast) => toast.topic === topic),
  },
  actions: {
    show: enqueueActions(({ context, enqueue }, shown: ShowToast) => {
      const id = context.lastId + 1;
      const topic = shown.topic ?? null;
      const otherToasts = context.toasts.filter((toast) => topic === null || toast.topic !== topic);
      const toasts = [...otherToasts, { id, tone: shown.tone, text: shown.text, topic }].slice(-MAX_TOASTS);
      for (const gone of context.toasts.filter((toast) => !toasts.includes(toast)))
        enqueue.cancel(timerOf(gone.id));
      enqueue.assign({ toasts, lastId: id });
      if (shown.tone !== 'loading') {
        enqueue.raise(
          { type: 'notifier.expired', id },
          { id: timerOf(id), delay: shown.duration ?? toastDurations.standard },
        );
      }
    }),
    remove: assign(({ context }, { id }: { id: number }) => ({
      toasts: context.toasts.filter((toast) => toast.id !== id),
    })),
    dismissTopic: assign(({ context }, { topic }: { topic: string }) => ({
      toasts: context.toasts.filter((toast) => toast.topic !== topic),
    })),
    stopTimer: cancel((_, { id }: { id: number }) => timerOf(id)),
  },
}).createMachine({
  id: 'notifier',
  context: { toasts: [], lastId: 0 },
  initial: 'empty',
  on: { 'notifier.show': { target: '.showing', actions: { type: 'show', params: ({ event }) => event } } },
  states: {
    empty: {},
    showing: {
      on: {
        'notifier.dismiss': [
          {
            guard: { type: 'isLastToast', params: ({ event }) => event },
            target: 'empty',
            actions: [
              { type: 'stopTimer', params: ({ event }) => event },
              { type: 'remove', params: ({ event }) => event },
            ],
          },
          {
            actions: [
              { type: 'stopTimer', params: ({ event }) => event },
              { type: 'remove', params: ({ event }) => event },
            ],
          },
        ],
        'notifier.expired': [
          {
            guard: { type: 'isLastToast', params: ({ event }) => event },
            target: 'empty',
            actions: { type: 'remove', params: ({ event }) => event },
          },
          { actions: { type: 'remove', params: ({ event }) => event } },
        ],
        'notifier.dismissTopic': [
          {
            guard: { type: 'isLastTopic', params: ({ event }) => event },
            target: 'empty',
            actions: { type: 'dismissTopic', params: ({ event }) => event },
          },
          { actions: { type: 'dismissTopic', params: ({ event }) => event } },
        ],
      },
    },
  },
});

export const notifierFlow = defineFlow({
  id: 'notifier',
  machine: notifierMachine,
  whenSessionEnds: 'kept',
  needs: [],
});
