import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ServerProcess } from '../../../scripts/serverProcess.ts';
import { readRecording, runsIn } from '../../../tools/flows/recording.ts';
import { replay, reportInWords } from '../../../tools/flows/replay.ts';
import { replayOptions } from '../../paths/replayOptions.ts';
import { colourRules, expectAccessible } from '../accessible.ts';
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

/** The picture has its own size, in which no text is too small. */
const expectReadable = (inspector: Page): Promise<void> =>
  expect
    .poll(() =>
      inspector
        .locator('.machine-diagram')
        .evaluate((svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width),
    )
    .toBe(1);

/** The text of the file that a button saves. */
async function savedBy(inspector: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    inspector.waitForEvent('download'),
    inspector.getByRole('button', { name }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

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

  await inspector.getByRole('tab', { name: 'Sequence' }).click();
  await expect(
    inspector.getByRole('button', { name: /^slots\.clicked from outside to rooms\/slots:\d+/ }).last(),
  ).toBeInViewport();
  await expectAccessible(inspector);
  await inspector.getByRole('tab', { name: 'Log' }).click();

  // Back before the second click, with all actors as they were then, and forward again.
  await inspector.getByLabel('Text', { exact: true }).fill('slots.clicked');
  await expect(context).toContainText('selection [20, 21]');
  await inspector.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(inspector.getByText('After event 1 of 2')).toBeVisible();
  await expect(context).toContainText('selection [20]');
  await expect(logged(inspector, 'slots.clicked').first()).toHaveAttribute('aria-current', 'step');
  await inspector.getByRole('button', { name: 'Forward' }).click();
  await expect(context).toContainText('selection [20, 21]');
  await inspector.getByRole('button', { name: 'Now', exact: true }).click();
  await inspector.getByLabel('Text', { exact: true }).fill('');

  // An event by hand, with the payload that it had: the site takes it.
  const sendForm = inspector.getByRole('form', { name: 'Send an event' });
  const payload = sendForm.getByLabel('Payload, JSON');
  await sendForm.getByRole('combobox', { name: 'Event' }).selectOption('slots.clicked');
  await expect(payload).toHaveValue('{"slot":21}');
  await payload.fill('{"slot": "twenty-two"}');
  await sendForm.getByRole('button', { name: 'Send' }).click();
  await expect(sendForm.getByRole('alert')).toHaveText('slot is not a number, as it was in the last event.');
  await payload.fill('{"slot": 22}');
  await sendForm.getByRole('button', { name: 'Send' }).click();
  await expect(context).toContainText('selection [20, 21, 22]');
  await expect(sendForm.getByRole('alert')).toHaveCount(0);

  await expectReadable(inspector);
  await expectAccessible(inspector);
  await inspector.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(inspector, colourRules);
  await inspector.emulateMedia({ colorScheme: 'light' });

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
  const recording = await savedBy(inspector, 'Save the recording');
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

  await toggle('card').focus();
  await inspector.keyboard.press('Enter');
  await expect(toggle('card')).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle('card')).toBeFocused();
  await expect(toggle('paying')).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(inspector);

  await toggle('Unfold all').click();
  await expect(state(inspector, 'checkout.card.waitingForBank.polling')).toBeVisible();
  await expectReadable(inspector);
  await toggle('Fold all').click();
  await expect(state(inspector, 'checkout.card.creatingOrder')).toHaveCount(0);
  await expect(toggle('reviewing')).toHaveAttribute('aria-expanded', 'false');

  // The path of the actor as a test, and its machine as a configuration.
  expect(await savedBy(inspector, 'Save as test')).toMatch(
    /^test\('checkout takes the path that was recorded/m,
  );
  expect(JSON.parse(await savedBy(inspector, 'Export as JSON'))).toMatchObject({
    id: 'checkout',
    states: { reviewing: { on: { 'checkout.confirmed': expect.anything() as unknown } } },
  });
});

test('a blocked window is offered by a button, and opens with it', async ({ page }) => {
  await page.addInitScript(() => {
    const originalOpen = window.open.bind(window);
    let isPressed = false;
    addEventListener('pointerdown', () => (isPressed = true), true);
    window.open = (...args) => (isPressed ? originalOpen(...args) : null);
  });
  await page.goto('/?inspect');
  const popup = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'The browser blocked the inspector’s window. Open it' }).click();
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
