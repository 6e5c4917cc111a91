import { assign, cancel, enqueueActions, setup } from 'xstate';
import { MAX_TOASTS, toastDurations } from '../../domain/text/messages.ts';
import { defineFlow } from './flow.ts';
import type { NotifierEvent, ToastTone } from './notifierEvents.ts';

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
    isLastToast: ({ context, event }) =>
      'id' in event && context.toasts.length === 1 && context.toasts[0]?.id === event.id,
    isLastTopic: ({ context, event }) =>
      event.type === 'notifier.dismissTopic' && context.toasts.every((toast) => toast.topic === event.topic),
  },
  actions: {
    show: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'notifier.show') return;
      const id = context.lastId + 1;
      const topic = event.topic ?? null;
      const otherToasts = context.toasts.filter((toast) => topic === null || toast.topic !== topic);
      const toasts = [...otherToasts, { id, tone: event.tone, text: event.text, topic }].slice(-MAX_TOASTS);
      for (const gone of context.toasts.filter((toast) => !toasts.includes(toast)))
        enqueue.cancel(timerOf(gone.id));
      enqueue.assign({ toasts, lastId: id });
      if (event.tone !== 'loading') {
        enqueue.raise(
          { type: 'notifier.expired', id },
          { id: timerOf(id), delay: event.duration ?? toastDurations.standard },
        );
      }
    }),
    remove: assign({
      toasts: ({ context, event }) =>
        'id' in event ? context.toasts.filter((toast) => toast.id !== event.id) : context.toasts,
    }),
    dismissTopic: assign({
      toasts: ({ context, event }) =>
        event.type === 'notifier.dismissTopic'
          ? context.toasts.filter((toast) => toast.topic !== event.topic)
          : context.toasts,
    }),
    stopTimer: cancel(({ event }) => ('id' in event ? timerOf(event.id) : '')),
  },
}).createMachine({
  id: 'notifier',
  context: { toasts: [], lastId: 0 },
  initial: 'empty',
  on: { 'notifier.show': { target: '.showing', actions: 'show' } },
  states: {
    empty: {},
    showing: {
      on: {
        'notifier.dismiss': [
          { guard: 'isLastToast', target: 'empty', actions: ['stopTimer', 'remove'] },
          { actions: ['stopTimer', 'remove'] },
        ],
        'notifier.expired': [
          { guard: 'isLastToast', target: 'empty', actions: 'remove' },
          { actions: 'remove' },
        ],
        'notifier.dismissTopic': [
          { guard: 'isLastTopic', target: 'empty', actions: 'dismissTopic' },
          { actions: 'dismissTopic' },
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
