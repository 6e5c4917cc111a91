import { assign, setup } from 'xstate';
import { type Clock, delayUntil } from './clock.ts';

export type CountdownEvent = { type: 'app.resumed' };

export interface CountdownInput {
  readonly clock: Clock;
  readonly until: number;
}

const SECOND_MS = 1000;
/** The seconds left at which screen readers announce the time. */
const ANNOUNCE_AT = { fiveMinutes: 300, lastMinute: 60 } as const;

interface CountdownContext {
  clock: Clock;
  /** The deadline in milliseconds since 1970, UTC. */
  until: number;
  secondsLeft: number;
}

const secondsUntil = (until: number, clock: Clock): number =>
  Math.max(0, Math.ceil((until - clock.now()) / SECOND_MS));

/** The time left to pay. It uses the server's clock and an absolute deadline, so a suspended timer never shows a wrong time. */
export const countdownMachine = setup({
  types: {
    context: {} as CountdownContext,
    events: {} as CountdownEvent,
    input: {} as CountdownInput,
  },
  delays: {
    untilNextSecond: ({ context }) =>
      delayUntil(context.until - (context.secondsLeft - 1) * SECOND_MS, context.clock),
  },
  guards: {
    isOver: ({ context }) => context.secondsLeft === 0,
    isLastMinute: ({ context }) => context.secondsLeft <= ANNOUNCE_AT.lastMinute,
    isFiveMinutes: ({ context }) => context.secondsLeft <= ANNOUNCE_AT.fiveMinutes,
  },
  actions: {
    count: assign({ secondsLeft: ({ context }) => secondsUntil(context.until, context.clock) }),
  },
}).createMachine({
  id: 'countdown',
  context: ({ input }) => ({ ...input, secondsLeft: secondsUntil(input.until, input.clock) }),
  initial: 'running',
  states: {
    running: {
      initial: 'deciding',
      after: { untilNextSecond: { target: 'running', reenter: true, actions: 'count' } },
      on: { 'app.resumed': { target: 'running', reenter: true, actions: 'count' } },
      states: {
        deciding: {
          always: [
            { guard: 'isOver', target: '#countdown.over' },
            { guard: 'isLastMinute', target: 'lastMinute' },
            { guard: 'isFiveMinutes', target: 'fiveMinutes' },
            { target: 'ample' },
          ],
        },
        ample: {},
        fiveMinutes: {},
        lastMinute: {},
      },
    },
    over: { type: 'final' },
  },
});
