import type { Page } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { registration as model } from '../../paths/models/registration.ts';
import { stepsOf } from '../../../tools/flows/paths.ts';
import { toast } from '../visitorActions.ts';
import { expect, type Probe, test } from './probed.ts';

/* The registration's main paths without gates, as lists of the model's events like those of realCheckout.spec.ts. */

const modelEvent = (type: string, payloadIndex = 0): AnyEventObject => ({
  type,
  ...model.payloads?.[type]?.[payloadIndex],
});

const filledInForm = [
  modelEvent('registration.shown'),
  modelEvent('registration.changed', 0),
  modelEvent('registration.changed', 1),
  modelEvent('registration.changed', 2),
  modelEvent('xstate.done.actor.checkPhone', 0),
  modelEvent('registration.nextPressed'),
  modelEvent('registration.passwordsTyped', 0),
  modelEvent('registration.submitted'),
];

/** Each letter typed is an event, and how often the number is looked at is the typing's matter. */
const isTyping = (id: string): boolean =>
  /registration\.(changed|shown|left|passwordsTyped)|checkPhone/.test(id);

async function expectPath(probe: Probe, events: AnyEventObject[]): Promise<void> {
  const expectedTransitions = stepsOf(model, events).flatMap(({ transitions }) => transitions);
  await expect
    .poll(() => probe.taken('registration', 0).filter((id) => !isTyping(id)))
    .toEqual(expectedTransitions.filter((id) => !isTyping(id)));
}

async function register(page: Page, password: string): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.goto('/join-us');
  await field('First Name').fill('Asha');
  await field('Email Address').fill(`path-${Date.now()}@example.com`);
  await field('Phone Number').fill('98400 12345');
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toContainText(
    'filled in',
  );
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await field('Password').fill(password);
  await field('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click();
}

test('a new visitor', async ({ page, probe }) => {
  await register(page, 'Chosen-2025!');
  await expect(toast(page, 'Registration Successfull')).toBeVisible();
  await expectPath(probe, [...filledInForm, modelEvent('xstate.done.actor.register')]);
});

test('one whose password the server refuses', async ({ page, probe, expectError }) => {
  expectError(/400 .*\/api\/user\/register\//);
  // Longer than it takes; what a visitor may not know before.
  await register(page, 'x'.repeat(201));
  await expect(page.getByRole('region', { name: 'Registration Failed' })).toBeVisible();
  await expectPath(probe, [...filledInForm, modelEvent('xstate.error.actor.register')]);
});
