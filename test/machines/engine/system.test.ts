import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { sendToFlow } from '../../../machines/engine/system.ts';

/** A flow that also handles the event that it sends to another flow. */
const sender = setup({
  types: {
    context: {} as { received: number },
    events: {} as { type: 'app.resumed' } | { type: 'forward' },
  },
  actions: { forward: sendToFlow('checkout', { type: 'app.resumed' }) },
}).createMachine({
  context: () => ({ received: 0 }),
  on: {
    forward: { actions: 'forward' },
    'app.resumed': { actions: ({ context }) => void (context.received += 1) },
  },
});

const receiver = setup({ types: { context: {} as { received: number } } }).createMachine({
  context: () => ({ received: 0 }),
  on: { 'app.resumed': { actions: ({ context }) => void (context.received += 1) } },
});

const system = (withCheckout: boolean) => {
  const root = createActor(
    setup({ actors: { sender, receiver } }).createMachine({
      context: ({ spawn }) => {
        spawn('sender', { systemId: 'sender' });
        if (withCheckout) spawn('receiver', { systemId: 'checkout' });
        return {};
      },
    }),
  ).start();
  root.system.get('sender').send({ type: 'forward' });
  return (id: string): unknown => root.system.get(id)?.getSnapshot().context.received;
};

test('an event for a flow that does not run is dropped, not delivered to its sender', () => {
  const received = system(false);
  expect(received('sender')).toBe(0);
});

test('an event for a running flow is delivered only to this flow', () => {
  const received = system(true);
  expect(received('checkout')).toBe(1);
  expect(received('sender')).toBe(0);
});
