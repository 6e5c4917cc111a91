import type { Page } from '@playwright/test';
import type { MemberDetails } from '../../../contract/account/member.ts';
import { createScreenCheck, expectNoSidewaysScroll, oppositeScreens } from '../accessible.ts';
import { delayRoute } from '../routes.ts';
import { expect, test } from '../site.ts';
import { cards, member, payByCard, signIn } from '../visitorActions.ts';

const DETAILS = '**/api/member/details/**';

const detail = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');

const changeDetails = (page: Page, changes: Partial<MemberDetails>) =>
  page.route(DETAILS, async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: MemberDetails };
    await route.fulfill({ json: { data: { ...data, ...changes } } });
  });

test('the content of every card keeps its distance from the edge', async ({ page }) => {
  await signIn(page, member);
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Points history' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invoice details' })).toBeVisible();
  const distances = await page.locator('main section.MuiCard-root').evaluateAll((found) =>
    found.map((card) => {
      const heading = card.querySelector('h2') as HTMLElement;
      return [
        heading.textContent,
        Math.round(heading.getBoundingClientRect().left - card.getBoundingClientRect().left),
      ] as const;
    }),
  );
  expect(distances.length).toBeGreaterThan(8);
  expect(distances.filter(([, distance]) => distance < 16)).toEqual([]);
});

test('a member buys points by card, after a checkout that was closed: balance and ledger have them', async ({
  page,
}) => {
  await signIn(page, member);
  await page.goto('/profile');
  const balance = page
    .getByRole('complementary', { name: 'Balance Lit Points' })
    .getByRole('paragraph')
    .first();
  const before = Number(await balance.textContent());
  const buySection = page.getByRole('region', { name: 'Buy Lit points' });
  await buySection.getByRole('button', { name: 'Buy points' }).click();
  await buySection.getByRole('textbox', { name: 'Points' }).fill('4');
  const pay = buySection.getByRole('button', { name: 'Pay ₹2,832.00' });
  await pay.click();
  await buySection.getByRole('button', { name: 'Cancel payment' }).dispatchEvent('click');
  await expect(page.getByText('Payment process was cancelled.')).toBeVisible();
  await pay.click();
  await payByCard(page, cards.success);
  await expect(buySection.getByText('4 points are in your balance.')).toBeVisible();
  await expect(balance).toHaveText(String(before + 4));
  const ledger = page.getByRole('region', { name: 'Points history' });
  await expect(ledger.getByRole('listitem').first()).toContainText(/Bought\+4/);
});

test('the profile is accessible, wide and narrow in the dark, also while it loads and after a failure', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED/);
  const checkScreens = await createScreenCheck(page, oppositeScreens);
  await signIn(page, member);
  const letThrough = await delayRoute(page, DETAILS);
  await page.goto('/profile');
  await expect(page.getByRole('status').getByText('Loading your details')).toBeAttached();
  await checkScreens();
  letThrough();
  await expect(detail(page, 'First Name')).toHaveText('Meera');
  await checkScreens();
  await page.unroute(DETAILS);
  await page.route(DETAILS, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch user details !' })).toBeVisible();
  await checkScreens();
});

test('a long name without spaces pushes nothing off the page', async ({ page }) => {
  await changeDetails(page, { first_name: 'Venkatanarasimha'.repeat(12) });
  await signIn(page, member);
  for (const width of [900, 1024, 1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/profile');
    await expect(page.getByRole('banner').getByText(/^Venkatanarasimha/)).toBeAttached();
    await expectNoSidewaysScroll(page);
    // Neither the name nor a link of the bar covers the button of the menu.
    const boxes = await page
      .getByRole('banner')
      .getByRole('button')
      .or(page.getByRole('banner').getByRole('link'))
      .evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .filter(({ width: shown }) => shown > 0)
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      );
    const overlaps = boxes.filter((a) =>
      boxes.some(
        (b) =>
          a !== b &&
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 1 &&
          b.top < a.bottom - 1,
      ),
    );
    expect(overlaps, `at ${width} px`).toEqual([]);
    expect(Math.max(...boxes.map(({ right }) => right)), `at ${width} px`).toBeLessThanOrEqual(width);
  }
});
