import { paths } from '../../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';

test('the mailbox shows an email as a mail program would, as text, and where its button leads', async ({
  page,
}) => {
  const email = `mailbox-${'long-'.repeat(9)}${Date.now()}@example.com`;
  const person = { first_name: 'Asha', email, password: 'The-old-2025!', phone: '+919840012345' };
  expect((await page.request.post(paths.register, { data: person })).status()).toBe(201);
  const listed = page
    .getByRole('navigation', { name: 'Emails' })
    .getByRole('link')
    .filter({ hasText: email });
  await expect(async () => {
    await page.goto('/sandbox/mailbox');
    await expect(listed).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('main')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);

  await listed.click();
  const shown = page.frameLocator('iframe').getByRole('link', { name: 'Confirm this address' });
  await expect(shown).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('link', { name: 'Plain text' }).click();
  await expect(page.getByLabel('Plain text')).toContainText(/confirm-address#[\w-]{43}/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  await shown.click();
  await expect(page.getByRole('button', { name: /confirm/i })).toBeVisible();
});
