import { createScreenCheck } from '../accessible.ts';
import { publishEvent } from '../publishEvent.ts';
import { expect, test } from '../site.ts';

test('an event of the desk is on the events page and has a page, from which an enquiry about it begins', async ({
  page,
  request,
  expectError,
}) => {
  const checkScreens = await createScreenCheck(page);
  const title = 'An evening with the architects of Mylapore';
  const event = await publishEvent(request, {
    title,
    category: 'Talk',
    place: 'Sabha Hall',
    summary: 'Four houses, four stories.',
  });
  try {
    const html = await (await request.get('/event-training')).text();
    expect(html).toContain(title);
    await page.goto('/event-training');
    await expect(page.getByRole('heading', { name: 'Currently under development' })).toBeVisible();
    await checkScreens();
    await page.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(new RegExp(`/event-training/${event.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await checkScreens();

    await page.reload();
    expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(title);
    await page.getByRole('link', { name: 'Enquire about this event' }).click();
    await expect(page).toHaveURL(/\/#plan$/);
    await expect(page.getByLabel('Anything else')).toHaveValue(new RegExp(`^About the event “${title}”, `));
    await expect(page.getByRole('heading', { name: "Let's Plan Your Event Together!" })).toBeInViewport();
  } finally {
    await event.remove();
  }
  expectError(/404 .*\/(?:event-training|api\/events)\/\d+/);
  await page.goto(`/event-training/${event.id}`);
  await expect(page.getByRole('heading', { name: 'There is no such event' })).toBeVisible();
  await checkScreens();
});
