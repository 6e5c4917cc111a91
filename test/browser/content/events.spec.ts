import type { EventChangedResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { createScreenCheck } from '../accessible.ts';
import { ownerPosts } from '../ownerPosts.ts';
import { expect, test } from '../site.ts';
import { inDays } from '../visitorActions.ts';

test('an event of the desk is on the events page and has a page, from which an enquiry about it begins', async ({
  page,
  request,
  expectError,
}) => {
  const checkScreens = await createScreenCheck(page);
  const post = await ownerPosts(request);
  const title = 'An evening with the architects of Mylapore';
  const saved = await post(deskPaths.saveEvent, {
    id: null,
    version: 0,
    title,
    category: 'Talk',
    day: inDays(9),
    start_time: '18:00',
    end_time: '20:00',
    place: 'Sabha Hall',
    summary: 'Four houses, four stories.',
  });
  const { data: event } = (await saved.json()) as EventChangedResponse;
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
    await post(deskPaths.removeEvent, { ...event });
  }
  expectError(/404 .*\/(?:event-training|api\/events)\/\d+/);
  await page.goto(`/event-training/${event.id}`);
  await expect(page.getByRole('heading', { name: 'There is no such event' })).toBeVisible();
  await checkScreens();
});
