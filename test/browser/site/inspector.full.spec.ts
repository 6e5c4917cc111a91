import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ServerProcess } from '../../../scripts/serverProcess.ts';
import { readRecording, runsIn } from '../../../tools/flows/recording.ts';
import { replay, reportInWords } from '../../../tools/flows/replay.ts';
import { replayOptions } from '../../paths/replayOptions.ts';
import { expectAccessible } from '../accessible.ts';
import { startDevSite } from '../devSite.ts';
import { expect, test as base } from '../site.ts';
import { bookNow, selectSlots, inDays, member, searchFor, signInByForm } from '../visitorActions.ts';

const test = base.extend<object, { dev: ServerProcess }>({
  dev: [
    async ({ site }, use) => {
      const dev = await startDevSite(site.url);
      await use(dev);
      await dev.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ dev }, use) => {
    await use(dev.url);
  },
});

/** Opens an address that opens an inspector, and waits for the site's first messages there. */
async function openInspector(page: Page, address: string): Promise<Page> {
  const popup = page.context().waitForEvent('page');
  await page.goto(address);
  const inspector = await popup;
  await expectConnected(inspector);
  return inspector;
}

const expectConnected = (inspector: Page): Promise<void> =>
  expect(inspector.getByText('Connected', { exact: true })).toBeVisible();

const actor = (inspector: Page, path: string): Locator => inspector.locator(`[data-actor="${path}"]`);

const state = (inspector: Page, id: string): Locator => inspector.locator(`[data-state-id="${id}"]`);

const logged = (inspector: Page, type: string): Locator =>
  inspector.getByRole('region', { name: 'Event log' }).locator(`[data-event="${type}"]`);

test('the inspector shows the flows live, survives reloads of both sides, and never sees a password', async ({
  page,
}) => {
  const inspector = await openInspector(page, '/?inspect');

  // The visitor's actions are shown as they happen: the room's machine, its state, the transition, the event.
  await searchFor(page, inDays(40));
  // The page replaces its address by a shorter one. On a busy machine it reports that late, and the inspector would follow it.
  await expect(logged(inspector, 'navigation.arrived').last()).toContainText('isSamePage true');
  const card = await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM', '10:30 to 11:00 AM']);
  await expectConnected(inspector);
  await expect(inspector.getByRole('heading', { name: /^rooms\/slots:\d+$/ })).toBeVisible();
  await expect(state(inspector, 'slots.day.ready.choosing')).toHaveClass(/\bactive\b/);
  await expect(state(inspector, 'slots.day.loading')).not.toHaveClass(/\bactive\b/);
  const clicked = inspector.locator('[data-transition-id^="slots.day.ready --slots.clicked[2]"]');
  await expect(clicked.first()).toHaveClass(/\btaken\b/);
  await expect(logged(inspector, 'slots.clicked').last()).toBeInViewport();
  await logged(inspector, 'slots.clicked').last().getByRole('button').click();
  await expect(logged(inspector, 'slots.clicked').last().locator('.details')).toContainText('slot 21');
  const context = inspector.getByRole('region', { name: 'Context' });
  await expect(context).toContainText('Signal Room');
  await expect(context.locator('[data-changed]').first()).toContainText('selection');

  await inspector.getByRole('button', { name: 'Sequence' }).click();
  const arrow = inspector.locator('[data-event="slots.clicked"][data-from="outside"]').last();
  await expect(
    arrow.getByRole('button', { name: /^slots\.clicked from outside to rooms\/slots:\d+/ }),
  ).toBeVisible();
  await inspector.getByRole('button', { name: 'Log', exact: true }).click();

  // Back before the second click, with all actors as they were then, and forward again.
  await inspector.getByLabel('Text', { exact: true }).fill('slots.clicked');
  await expect(context).toContainText('selection [2]');
  await inspector.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(inspector.getByText('After event 1 of 2')).toBeVisible();
  await expect(context).toContainText('selection [1]');
  await expect(logged(inspector, 'slots.clicked').first()).toHaveAttribute('aria-current', 'step');
  await inspector.getByRole('button', { name: 'Forward' }).click();
  await expect(context).toContainText('selection [2]');
  await inspector.getByRole('button', { name: 'Now', exact: true }).click();
  await inspector.getByLabel('Text', { exact: true }).fill('');

  // An event by hand, with the fields that it had: the site takes it.
  const sendForm = inspector.getByRole('form', { name: 'Send an event' });
  await sendForm.getByRole('combobox', { name: 'Send' }).selectOption('slots.clicked');
  await sendForm.getByLabel('slot', { exact: true }).fill('twenty-two');
  await sendForm.getByRole('button', { name: 'Send the event' }).click();
  await expect(sendForm.getByRole('alert')).toHaveText('slot has a value of the wrong type.');
  await sendForm.getByLabel('slot', { exact: true }).fill('22');
  await sendForm.getByRole('button', { name: 'Send the event' }).click();
  await expect(context).toContainText('selection [3]');

  // The picture: a state is found, what was not taken is marked, and all of it fits.
  await inspector.getByLabel('Find a state').fill('choos');
  await expect(inspector.getByText('1 state found')).toBeVisible();
  await expect(state(inspector, 'slots.day.ready.choosing')).toHaveClass(/\bfound\b/);
  await inspector.getByLabel('Find a state').fill('');
  await inspector.getByLabel('Mark transitions not taken').check();
  await expect(inspector.getByText(/^\d+ of \d+ transitions taken$/)).toBeVisible();
  await expect(clicked.first()).not.toHaveClass(/\bmissed\b/);
  await inspector.getByLabel('Mark transitions not taken').uncheck();
  const divider = inspector.getByRole('separator', { name: 'Height of the events' });
  const size = Number(await divider.getAttribute('aria-valuenow'));
  await divider.press('ArrowUp');
  await expect(divider).toHaveAttribute('aria-valuenow', String(size + 24));
  await inspector.getByRole('button', { name: 'Fit' }).click();
  const picture = inspector.getByRole('region', { name: /^Statechart/ });
  expect(
    await picture.evaluate(
      (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
    ),
  ).toBe(true);
  await expectAccessible(inspector);

  // By the keyboard alone, to another actor.
  await actor(inspector, 'root').focus();
  await inspector.keyboard.press('ArrowDown');
  await expect(actor(inspector, 'notifier')).toHaveAttribute('aria-selected', 'true');
  await expect(actor(inspector, 'notifier')).toBeFocused();

  // After a reload the inspector shows every running actor and the latest events.
  await inspector.reload();
  await expectConnected(inspector);
  await expect(actor(inspector, 'session')).toContainText('signedOut.idle');
  await expect(actor(inspector, 'notifier')).toHaveAttribute('aria-selected', 'true');
  await expect(logged(inspector, 'slots.clicked')).toHaveCount(3);
  await actor(inspector, 'checkout').click();
  await bookNow(card);
  await expect(state(inspector, 'checkout.reviewing')).toHaveClass(/\bactive\b/);

  // After a reload of the site its events appear again, and the log continues.
  await page.reload();
  await expect(inspector.getByText('The site was reloaded').last()).toBeAttached();
  await expect(actor(inspector, 'checkout')).toContainText('reviewing');

  await signInByForm(page, member);
  await actor(inspector, 'session').click();
  await expect(state(inspector, 'session.signedIn.fresh')).toHaveClass(/\bactive\b/);
  await logged(inspector, 'session.signInRequested').getByRole('button').click();
  await expect(logged(inspector, 'session.signInRequested').locator('.details')).toContainText('[redacted]');

  // The session as a file has no secret either, is replayed as it was, and opens again.
  const [download] = await Promise.all([
    inspector.waitForEvent('download'),
    inspector.getByRole('button', { name: 'Save the recording' }).click(),
  ]);
  const file = await download.path();
  const recording = readFileSync(file, 'utf8');
  expect(reportInWords(replay(runsIn(readRecording(recording)), replayOptions))).toMatch(
    /: all as recorded\.$/,
  );
  await inspector.getByLabel('Open a recording').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(recording.slice(0, 500)),
  });
  await expect(inspector.getByRole('alert')).toContainText('It is not JSON');
  await inspector
    .getByLabel('Open a recording')
    .setInputFiles({ name: 'sign-in.json', mimeType: 'application/json', buffer: Buffer.from(recording) });
  await expect(inspector.getByText(/^sign-in\.json, recorded/)).toBeVisible();
  await expect(logged(inspector, 'session.signInRequested')).toHaveCount(1);
  await inspector.getByRole('button', { name: 'Close the recording' }).click();
  await expectConnected(inspector);

  for (const path of ['session/signIn', 'member', 'checkout']) await actor(inspector, path).click();
  const tokens = await page.evaluate(() =>
    Object.keys(localStorage).map((key) => localStorage.getItem(key) ?? ''),
  );
  expect(tokens).toHaveLength(2);
  const shown = await inspector.content();
  for (const secret of [member.password, member.email, ...tokens]) {
    expect(shown).not.toContain(secret);
    expect(recording).not.toContain(secret);
  }
});

test('a large machine begins folded around its state, and is unfolded by the keyboard', async ({ page }) => {
  const inspector = await openInspector(page, '/?inspect');
  await searchFor(page, inDays(41));
  await bookNow(await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM']));
  await actor(inspector, 'checkout').click();
  await expect(state(inspector, 'checkout.reviewing')).toHaveClass(/\bactive\b/);
  const toggle = (name: string): Locator => inspector.getByRole('button', { name, exact: true });
  await expect(toggle('reviewing')).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle('card')).toHaveAttribute('aria-expanded', 'false');
  await expect(state(inspector, 'checkout.card.paying')).toHaveCount(0);

  // A state that is inside a folded one is found there.
  await inspector.getByLabel('Find a state').fill('waitingForBank');
  await expect(inspector.getByText('1 state found')).toBeVisible();
  await expect(state(inspector, 'checkout.card')).toHaveClass(/\bfound\b/);
  await inspector.getByLabel('Find a state').fill('');

  await toggle('card').focus();
  await inspector.keyboard.press('Enter');
  await expect(toggle('card')).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle('card')).toBeFocused();
  await expect(toggle('paying')).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(inspector);

  await toggle('Unfold all').click();
  await expect(state(inspector, 'checkout.card.waitingForBank.polling')).toBeVisible();
  await toggle('Fold all').click();
  await expect(state(inspector, 'checkout.card.creatingOrder')).toHaveCount(0);
  await expect(toggle('reviewing')).toHaveAttribute('aria-expanded', 'false');
});

test('a blocked window is offered in a bar, and opens with its button', async ({ page }) => {
  await page.addInitScript(() => {
    const originalOpen = window.open.bind(window);
    let isPressed = false;
    addEventListener('pointerdown', () => (isPressed = true), true);
    window.open = (...args) => (isPressed ? originalOpen(...args) : null);
  });
  await page.goto('/?inspect');
  await expect(page.getByText('The browser blocked the inspector’s window.')).toBeVisible();
  const popup = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open the inspector' }).click();
  const inspector = await popup;
  await expectConnected(inspector);
  await expect(actor(inspector, 'search')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Inspect', exact: true })).toBeVisible();
});

test('the same messages go to Stately’s inspector when that is chosen', async ({ page, context }) => {
  const inspectorDocument = `<script>
    window.received = [];
    addEventListener('message', ({ data }) => received.push(data));
    opener.postMessage({ type: '@statelyai.connected' }, '*');
  </script>`;
  await context.route('https://stately.ai/inspect', (route) =>
    route.fulfill({ contentType: 'text/html', body: inspectorDocument }),
  );
  const popup = context.waitForEvent('page');
  await page.goto('/login?inspect=stately');
  const stately = await popup;
  const received = (): Promise<string> =>
    stately.evaluate(() => JSON.stringify(Reflect.get(window, 'received')));
  await expect.poll(received).toContain('session');
  await page.getByLabel('Email Address').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect.poll(received).toContain('xstate.done.actor.signIn');
  expect(await received()).not.toContain(member.password);
  expect(await received()).not.toContain(member.email);
});

test('the build contains no part of it', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  expect(files).toContain('index.html');
  const texts = files.filter((file) => /\.(html|js|css|json|txt|svg)$/.test(file));
  expect(texts.length).toBeGreaterThan(10);
  for (const file of texts) {
    expect.soft(file).not.toMatch(/inspect/i);
    const text = readFileSync(join('dist', file), 'utf8');
    for (const marker of [/statelyai/i, /stately\.ai/i, /inspector/i, /elkjs/i, /inspected/]) {
      expect.soft(marker.test(text), `${file} has ${marker}`).toBe(false);
    }
  }
});
