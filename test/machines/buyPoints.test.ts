import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { NOON, pointsOrder, proof } from '../fixtures/booking.ts';
import { mockEffects, startApp } from './startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startBuying() {
  const effects = mockEffects();
  const app = await startApp(effects);
  const flow = app.flow('buyPoints');
  const send = async (event: Parameters<typeof flow.send>[0]) => {
    flow.send(event);
    await app.settle();
  };
  await send({ type: 'buyPoints.opened', pointPaise: 70_800 });
  const state = () => flow.getSnapshot().value;
  return { app, effects, flow, send, state };
}

test('after a member has paid for points, the balance and the ledger are loaded again', async () => {
  const { app, effects, send, state } = await startBuying();
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  app.flow('points').send({ type: 'resource.used', key: 'user-1' });
  await app.settle();
  await send({ type: 'buyPoints.submitted' });
  expect(effects.buyPoints.createOrder).toHaveBeenCalledWith(10, 70_800);
  app.emitGatewayEvent({ type: 'gateway.paid', proof });
  await app.settle();
  expect(effects.buyPoints.verifyPayment).toHaveBeenCalledWith(pointsOrder, proof);
  expect(state()).toBe('granted');
  expect(effects.account.points).toHaveBeenCalledTimes(2);
  expect(effects.member.details).toHaveBeenCalledTimes(2);
  expect(app.toasts()).toEqual(['success: Your points are in your balance']);
});

test('after the checkout is closed, the status is fetched until the bank has decided', async () => {
  const { app, effects, send, state } = await startBuying();
  effects.buyPoints.status
    .mockResolvedValueOnce({ status: 'pending' })
    .mockRejectedValueOnce(new Failure('FETCH_ERROR'))
    .mockResolvedValueOnce({ status: 'pending' })
    .mockResolvedValueOnce({ status: 'granted' });
  await send({ type: 'buyPoints.submitted' });
  app.emitGatewayEvent({ type: 'gateway.dismissed' });
  await app.settle(20_000);
  expect(state()).toBe('granted');
  expect(effects.buyPoints.status).toHaveBeenCalledTimes(4);
});

test('a wrong number shows an error, and a changed price is shown before the payment', async () => {
  const { effects, flow, send, state } = await startBuying();
  await send({ type: 'buyPoints.changed', points: '1.5' });
  await send({ type: 'buyPoints.submitted' });
  expect(flow.getSnapshot().context).toMatchObject({ error: 'Enter a whole number from 1 to 100' });
  effects.buyPoints.createOrder.mockRejectedValueOnce(
    new Failure(409, 'price-changed', '', { amount: '3200.00' }),
  );
  await send({ type: 'buyPoints.changed', points: '4' });
  await send({ type: 'buyPoints.submitted' });
  expect(state()).toBe('choosing');
  expect(flow.getSnapshot().context).toMatchObject({ pointPaise: 80_000 });
});
