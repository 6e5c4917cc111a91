import type { Page } from '@playwright/test';
import { isFullRun } from '../../fullRun.ts';
import { expect, test } from '../site.ts';
import {
  bookNow,
  selectSlots,
  confirm,
  followFooterLink,
  inDays,
  member,
  searchByForm,
  signInInDialog,
  expectToast,
} from '../visitorActions.ts';

/** As in Safari with cookies off: every access throws, even to the storages themselves. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The user blocks storage.', 'SecurityError');
        },
      });
    }
    Object.defineProperty(navigator.locks, 'request', {
      value: () => Promise.reject(new DOMException('The user blocks storage.', 'SecurityError')),
    });
  });

/** As with an exhausted quota: entries can be read, and nothing can be written. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });

const kinds = [
  ['blocked', blockStorage],
  // A short run proves it of the storage itself (effects/browserStorage.test.ts).
  ...(isFullRun ? ([['full', fillStorage]] as const) : []),
] as const;
for (const [index, [kind, breakStorage]] of kinds.entries()) {
  test(`with ${kind} storage a visitor finds a room, signs in and books; the sign-in lasts for the visit`, async ({
    page,
  }) => {
    await breakStorage(page);
    await searchByForm(page, inDays(50 + index));
    await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM', '10:30 to 11:00 AM']));
    await confirm(page);
    await signInInDialog(page, member);
    await confirm(page);
    await expectToast(page, 'Your Booking Confirmed!');
    await expect(page.getByRole('article', { name: 'Kolam Round' }).first()).toBeVisible();

    await followFooterLink(page, 'About Us');
    await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
    await page.getByRole('button', { name: 'LOG OUT' }).click();
    await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeVisible();
  });
}
