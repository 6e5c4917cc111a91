import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON, pointsOrder, proof } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';

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
  const form = () => flow.getSnapshot().children.form;
  const formContext = () => form()?.getSnapshot().context;
  const submit = async (points = '10') => {
    form()?.send({ type: 'form.submitted', entry: new Redacted({ points }) });
    await app.settle();
  };
  return { app, effects, send, state, form, formContext, submit };
}

test('after a member has paid for points, the balance and the ledger are loaded again', async () => {
  const { app, effects, submit, state } = await startBuying();
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  app.flow('points').send({ type: 'resource.used', key: 'user-1' });
  await app.settle();
  await submit();
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
  const { app, effects, submit, state } = await startBuying();
  effects.buyPoints.status
    .mockResolvedValueOnce({ status: 'pending' })
    .mockRejectedValueOnce(new Failure('FETCH_ERROR'))
    .mockResolvedValueOnce({ status: 'pending' })
    .mockResolvedValueOnce({ status: 'granted' });
  await submit();
  app.emitGatewayEvent({ type: 'gateway.dismissed' });
  await app.settle(20_000);
  expect(state()).toBe('granted');
  expect(effects.buyPoints.status).toHaveBeenCalledTimes(4);
});

test('a wrong number shows an error, and a changed price is shown before the payment', async () => {
  const { effects, state, formContext, submit } = await startBuying();
  await submit('1.5');
  expect(formContext()).toMatchObject({ errors: { points: 'Enter a whole number from 1 to 100' } });
  effects.buyPoints.createOrder.mockRejectedValueOnce(
    new Failure(409, 'price-changed', '', { amount: 320_000 }),
  );
  await submit('4');
  expect(state()).toEqual({ choosing: 'editing' });
  expect(formContext()).toMatchObject({ kept: { points: '4', pointPaise: '80000' } });
  await submit('4');
  expect(effects.buyPoints.createOrder).toHaveBeenLastCalledWith(4, 80_000);
});

test('a payment that is not made leaves the number that was typed', async () => {
  const { app, state, formContext, submit } = await startBuying();
  await submit('4');
  app.emitGatewayEvent({ type: 'gateway.dismissed' });
  await app.settle();
  expect(state()).toEqual({ choosing: 'editing' });
  expect(formContext()?.kept).toEqual({ points: '4', pointPaise: '70800' });
  expect(app.toasts()).toEqual(['info: Payment process was cancelled.']);
});

test('the form is not closed while it sends the order', async () => {
  const { app, effects, state, form, submit } = await startBuying();
  effects.buyPoints.createOrder.mockReturnValueOnce(new Promise(() => undefined));
  await submit();
  form()?.send({ type: 'form.dismissed' });
  expect(state()).toEqual({ choosing: 'editing' });
  app.flow('buyPoints').send({ type: 'buyPoints.left' });
  expect(state()).toBe('closed');
});

test('a form that is closed starts again with its first number', async () => {
  const { send, state, form, formContext } = await startBuying();
  form()?.send({ type: 'form.changed', field: 'points', value: '4' });
  form()?.send({ type: 'form.dismissed' });
  expect(state()).toBe('closed');
  await send({ type: 'buyPoints.opened', pointPaise: 70_800 });
  expect(formContext()?.kept).toEqual({ points: '10', pointPaise: '70800' });
});
