import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  type BillingFields,
  emptyBilling,
  isOutOfStateGstin,
  validateBilling,
} from '../../domain/money/billing.ts';
import { billingMachine, type StoredBilling } from '../../machines/invoices/billing.ts';
import { Failure } from '../../machines/engine/failure.ts';

const COMPANY: BillingFields = {
  companyName: 'Chola Traders',
  gstin: '33aaach 7409r1z8',
  address: '12, North Mada Street, Chennai',
  state: '33',
  isSez: false,
};

function start(load: StoredBilling, save: (fields: BillingFields) => Promise<StoredBilling>) {
  const rejected: (string | null)[] = [];
  const actor = createActor(
    billingMachine.provide({
      actors: { load: fromPromise(async () => load), save: fromPromise(({ input }) => save(input)) },
    }),
  );
  actor.on('entryRejected', ({ field }) => rejected.push(field));
  actor.start();
  return {
    actor,
    rejected,
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const saveAll = async (fields: BillingFields) => ({ fields, isSaved: true });

describe('the billing form', () => {
  test('shows the saved details, keeps typed values, and is cleared when it is closed', async () => {
    const { actor, context, state } = start({ fields: COMPANY, isSaved: true }, saveAll);
    actor.send({ type: 'billing.opened' });
    await settle();
    expect(context()).toMatchObject({ fields: COMPANY, isSaved: true });
    actor.send({ type: 'billing.changed', field: 'address', value: 'Elsewhere' });
    expect(context().fields.address).toBe('Elsewhere');
    actor.send({ type: 'billing.closed' });
    expect([state(), context()]).toEqual([
      'closed',
      { fields: emptyBilling, errors: {}, failure: null, isSaved: false },
    ]);
  });

  test('asks for the GSTIN of a special economic zone, and saves the choice', async () => {
    const { actor, context, state, rejected } = start({ fields: emptyBilling, isSaved: false }, saveAll);
    actor.send({ type: 'billing.opened' });
    await settle();
    actor.send({ type: 'billing.changed', field: 'companyName', value: 'Chola' });
    actor.send({ type: 'billing.sezChanged', isSez: true });
    actor.send({ type: 'billing.submitted' });
    expect([rejected, Object.keys(context().errors)]).toEqual([['gstin'], ['gstin']]);
    actor.send({ type: 'billing.sezChanged', isSez: false });
    expect(context().errors).toEqual({});
    actor.send({ type: 'billing.sezChanged', isSez: true });
    actor.send({ type: 'billing.changed', field: 'gstin', value: COMPANY.gstin });
    actor.send({ type: 'billing.changed', field: 'address', value: COMPANY.address });
    actor.send({ type: 'billing.submitted' });
    await settle();
    expect([state(), context().fields.isSez]).toEqual(['saved', true]);
    actor.send({ type: 'billing.sezChanged', isSez: false });
    expect([state(), context().fields.isSez]).toEqual(['editing', false]);
  });

  test('takes the state from the GSTIN', async () => {
    const { actor, context } = start({ fields: emptyBilling, isSaved: false }, saveAll);
    actor.send({ type: 'billing.opened' });
    await settle();
    actor.send({ type: 'billing.changed', field: 'state', value: '33' });
    actor.send({ type: 'billing.changed', field: 'gstin', value: '27aapfu0939f1zv' });
    expect(context().fields.state).toBe('27');
    actor.send({ type: 'billing.changed', field: 'state', value: '33' });
    expect(context().fields.state, 'which cannot be changed then').toBe('27');
  });

  test('is not sent with an error, and reports the first wrong field for the focus', async () => {
    const { actor, rejected, context, state } = start({ fields: emptyBilling, isSaved: false }, saveAll);
    actor.send({ type: 'billing.opened' });
    await settle();
    actor.send({ type: 'billing.changed', field: 'gstin', value: '33AAACH7409R1Z9' });
    actor.send({ type: 'billing.submitted' });
    expect(state()).toBe('editing');
    expect(rejected).toEqual(['companyName']);
    expect(Object.keys(context().errors)).toEqual(['companyName', 'gstin', 'address']);
    actor.send({ type: 'billing.changed', field: 'companyName', value: 'Chola' });
    expect(Object.keys(context().errors)).toEqual(['gstin', 'address']);
  });

  test('shows the details as the server saved them, and keeps its values after a failure', async () => {
    let fails = true;
    const { actor, context, state } = start({ fields: emptyBilling, isSaved: false }, async (fields) => {
      if (fails) throw new Failure('FETCH_ERROR');
      return { fields: { ...fields, gstin: '33AAACH7409R1Z8' }, isSaved: true };
    });
    actor.send({ type: 'billing.opened' });
    await settle();
    const { isSez: _unchanged, ...texts } = COMPANY;
    for (const [field, value] of Object.entries(texts)) {
      actor.send({ type: 'billing.changed', field: field as keyof typeof texts, value });
    }
    actor.send({ type: 'billing.submitted' });
    await settle();
    expect([state(), context().failure?.status, context().fields.companyName]).toEqual([
      'editing',
      'FETCH_ERROR',
      'Chola Traders',
    ]);
    fails = false;
    actor.send({ type: 'billing.submitted' });
    await settle();
    expect([state(), context().fields.gstin]).toEqual(['saved', '33AAACH7409R1Z8']);
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
