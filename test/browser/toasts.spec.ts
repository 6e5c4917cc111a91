import { expect, test } from './site.ts';
import {
  bookNow,
  selectSlots,
  confirm,
  inDays,
  roomCard,
  searchFor,
  expectToast,
  toast,
} from './visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

test('a toast is announced by one region only, and its button names the toast that it closes', async ({
  page,
}) => {
  await searchFor(page, inDays(40));
  const region = page.locator('[data-flow="notifier"]');
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await roomCard(page, 'Kolam Round')
    .getByRole('button', { name: /^Book now/ })
    .click();
  await expectToast(page, 'Please Select any slot');
  await expect(region.getByRole('alert')).toHaveCount(0);
  await expect(region.locator('[aria-live], [role="status"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close notification: Please Select any slot' }).click();
  await expect(toast(page, 'Please Select any slot')).toHaveCount(0);
});

test('on a phone a toast does not cover the sign-in dialog, and the request to sign in closes with the first attempt', async ({
  page,
  expectError,
}) => {
  expectError(/401 .*\/api\/member\/login/);
  await page.setViewportSize({ width: 360, height: 740 });
  await searchFor(page, inDays(41));
  await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']));
  await confirm(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in to confirm' });
  const signInToast = toast(page, 'Login to Confirm Booking!');
  await expect(signInToast).toBeVisible();
  const toastBox = await signInToast.boundingBox();
  const dialogBox = await dialog.boundingBox();
  expect((toastBox?.y ?? Infinity) + (toastBox?.height ?? 0)).toBeLessThan(dialogBox?.y ?? 0);

  await dialog.getByLabel('Email Address').fill('nobody@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(signInToast).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

for (const key of ['Enter', 'Escape']) {
  test(`Alt+T moves the focus to the toast, and it returns when ${key} closes the toast`, async ({
    page,
  }) => {
    await searchFor(page, inDays(41));
    const book = roomCard(page, 'Kolam Round').getByRole('button', { name: /^Book now/ });
    await book.press('Enter');
    await expectToast(page, 'Please Select any slot');
    await page.keyboard.press('Alt+KeyT');
    await expect(page.getByRole('button', { name: /Please Select any slot/ })).toBeFocused();
    await page.keyboard.press(key);
    // Sooner than it would go by itself.
    await expect(toast(page, 'Please Select any slot')).toBeHidden({ timeout: 2000 });
    await expect(book).toBeFocused();
  });
}

test('a toast that appears while a dialog is open is reached by keyboard, and the focus returns to the dialog', async ({
  page,
}) => {
  await searchFor(page, inDays(42));
  await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']));
  await confirm(page);
  const email = page.getByRole('dialog', { name: 'Sign in to confirm' }).getByLabel('Email Address');
  await expectToast(page, 'Login to Confirm Booking!');
  await email.focus();
  await page.keyboard.press('Alt+KeyT');
  const closeToast = page.getByRole('button', { name: /Login to Confirm Booking!/ });
  await expect(closeToast).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login to Confirm Booking!')).toBeHidden({ timeout: 2000 });
  await expect(email).toBeFocused();
});
