import { expect, test } from '../site.ts';
import { bookNow, selectSlots, confirm, inDays, searchFor, expectToast, toast } from '../visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

for (const [device, size] of Object.entries({
  phone: { width: 360, height: 740 },
  'low tablet': { width: 768, height: 600 },
})) {
  test(`on a ${device} a toast does not cover the sign-in dialog, and the request to sign in closes with the first attempt`, async ({
    page,
    expectError,
  }) => {
    expectError(/401 .*\/api\/member\/login/);
    await page.setViewportSize(size);
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
