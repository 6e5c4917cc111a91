import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type BillingFields,
  emptyBilling,
  isOutOfStateGstin,
  validateBilling,
} from '../../../domain/invoices/billing.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import { billingOfEntry, entryOfBilling } from '../../../machines/invoices/billing.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { mockEffects, startApp } from '../startApp.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

const COMPANY: BillingFields = {
  companyName: 'Chola Traders',
  gstin: '33aaach 7409r1z8',
  address: '12, North Mada Street, Chennai',
  state: '33',
  isSez: false,
};

async function start(stored: BillingFields = emptyBilling) {
  const effects = mockEffects();
  effects.billing.load.mockResolvedValue(stored);
  const app = await startApp(effects);
  const flow = app.flow('saveBilling');
  const snapshot = () => flow.getSnapshot();
  const rejected: (string | null)[] = [];
  flow.on('entryRejected', ({ field }: { field: string | null }) => rejected.push(field));
  app.flow('billing').send({ type: 'resource.used' });
  await app.settle();
  flow.send({ type: 'form.shown' });
  flow.send({
    type: 'form.opened',
    kept: entryOfBilling(app.flow('billing').getSnapshot().context.data ?? emptyBilling),
  });
  return {
    app,
    effects,
    rejected,
    close: () => flow.send({ type: 'form.left' }),
    change: (field: string, value: string) => flow.send({ type: 'form.changed', field, value }),
    /** `filledIn`: what a browser fills in without an event. */
    submit: (filledIn: Readonly<Record<string, string>> = {}) =>
      flow.send({
        type: 'form.submitted',
        entry: new Redacted({ ...entryOfBilling(billingOfEntry(snapshot().context.kept)), ...filledIn }),
      }),
    context: () => snapshot().context,
    fields: () => billingOfEntry(snapshot().context.kept),
    state: () => snapshot().value,
  };
}

describe('the billing form', () => {
  test('shows the saved details, keeps typed values, and is cleared when it is closed', async () => {
    const { change, close, context, fields, state } = await start(COMPANY);
    expect(fields()).toEqual(COMPANY);
    change('address', 'Elsewhere');
    expect(fields().address).toBe('Elsewhere');
    close();
    expect([state(), fields(), context()]).toMatchObject([
      'closed',
      emptyBilling,
      { errors: {}, failure: null },
    ]);
  });

  test('asks for the GSTIN of a special economic zone, and saves the choice', async () => {
    const { app, change, submit, context, fields, state, rejected } = await start();
    change('companyName', 'Chola');
    change('isSez', 'on');
    submit();
    expect([rejected, Object.keys(context().errors)]).toEqual([['gstin'], ['gstin']]);
    change('gstin', COMPANY.gstin);
    expect(context().errors).toEqual({});
    change('address', COMPANY.address);
    submit();
    await app.settle();
    expect([state(), fields().isSez]).toEqual(['done', true]);
    change('isSez', '');
    expect([state(), fields().isSez]).toEqual(['editing', false]);
  });

  test('takes the state from the GSTIN', async () => {
    const { change, fields } = await start();
    change('state', '33');
    change('gstin', '27aapfu0939f1zv');
    expect(fields().state).toBe('27');
    change('state', '33');
    expect(fields().state, 'which cannot be changed then').toBe('27');
  });

  test('is not sent with an error, and reports the first wrong field for the focus', async () => {
    const { change, submit, rejected, context, state } = await start();
    change('gstin', '33AAACH7409R1Z9');
    submit();
    expect(state()).toBe('editing');
    expect(rejected).toEqual(['companyName']);
    expect(Object.keys(context().errors)).toEqual(['companyName', 'gstin', 'address']);
    change('companyName', 'Chola');
    expect(Object.keys(context().errors)).toEqual(['gstin', 'address']);
  });

  test('keeps what a browser filled in without an event, even if it is wrong', async () => {
    const { submit, context, fields, state } = await start();
    submit({ gstin: '33AAACH7409R1Z9', address: COMPANY.address });
    expect(state()).toBe('editing');
    expect(fields()).toMatchObject({ gstin: '33AAACH7409R1Z9', address: COMPANY.address });
    expect(Object.keys(context().errors)).toContain('gstin');
  });

  test('shows the details as the server saved them, and keeps its values after a failure', async () => {
    const { app, effects, change, submit, context, fields, state } = await start();
    effects.billing.save
      .mockRejectedValueOnce(new Failure('FETCH_ERROR'))
      .mockImplementationOnce(async (sent) => ({ ...sent, gstin: '33AAACH7409R1Z8' }));
    for (const [field, value] of Object.entries({ ...COMPANY, isSez: '' })) change(field, value);
    submit();
    await app.settle();
    expect([state(), context().failure?.status, fields().companyName]).toEqual([
      'editing',
      'FETCH_ERROR',
      'Chola Traders',
    ]);
    submit();
    await app.settle();
    expect([state(), fields().gstin]).toEqual(['done', '33AAACH7409R1Z8']);
    expect(effects.billing.load, 'the saved details are loaded again').toHaveBeenCalledTimes(2);
  });

  test('the next user of the browser sees nothing of it', async () => {
    const { app } = await start(COMPANY);
    app.actor.send({ type: 'session.ended' });
    expect(app.flow('billing').getSnapshot().context.data).toBeNull();
    expect(billingOfEntry(app.flow('saveBilling').getSnapshot().context.kept)).toEqual(emptyBilling);
  });
});

describe('billing details', () => {
  test('may be empty, or only a name', () => {
    expect(validateBilling(emptyBilling)).toEqual({});
    expect(validateBilling({ ...emptyBilling, companyName: 'Chola' })).toEqual({});
    expect(validateBilling(COMPANY)).toEqual({});
  });

  test.each([
    ['only a state', { ...emptyBilling, state: '33' }, ['companyName']],
    ['white space as the name', { ...COMPANY, companyName: ' \n' }, ['companyName']],
    ['a GSTIN without an address', { ...COMPANY, address: ' ' }, ['address']],
    ['a mistyped GSTIN', { ...COMPANY, gstin: '33AAACH7409R1Z9' }, ['gstin']],
    [
      'a name and an address that are too long',
      { ...COMPANY, companyName: 'x'.repeat(301), address: 'x'.repeat(501) },
      ['companyName', 'address'],
    ],
    ['an unknown state', { ...COMPANY, state: '99' }, ['state']],
  ])('are refused with %s', (_case, fields, wrongFields) => {
    expect(Object.keys(validateBilling(fields))).toEqual(wrongFields);
  });

  test('show when the company cannot claim the tax', () => {
    expect(
      ['27AAPFU0939F1ZV', '33AAACH7409R1Z8', '', '27'].map((gstin) =>
        isOutOfStateGstin({ gstin, isSez: false }),
      ),
    ).toEqual([true, false, false, false]);
  });
});
