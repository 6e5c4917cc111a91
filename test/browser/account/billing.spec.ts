import type { Page } from '@playwright/test';
import type { BookingTaxDocuments, TaxDocumentContent } from '../../../contract/invoices/taxDocuments.ts';
import { paths } from '../../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  bookNow,
  cards,
  selectSlots,
  confirm,
  fillSilently,
  guest,
  inDays,
  payByCard,
  searchFor,
  signIn,
} from '../visitorActions.ts';

const form = (page: Page) => page.locator('[data-flow="billing"]');
const field = (page: Page, name: string) => form(page).getByLabel(name);
const saveButton = (page: Page) => form(page).getByRole('button', { name: 'Save invoice details' });
const invoiceToggle = (page: Page) => page.getByRole('button', { name: 'Need a GST invoice?' });

/** What the API answers the signed-in visitor. */
const fetchAsVisitor = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(
    async (url) =>
      (await (
        await fetch(url, { headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` } })
      ).json()) as T,
    path,
  );

test('a company’s details, saved before paying, are on the invoice', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, guest);
  await searchFor(page, inDays(96));
  await bookNow(await selectSlots(page, 'Kolam Round', ['4:00 to 4:30 PM']));

  // By keyboard; nobody has to open it.
  await expect(invoiceToggle(page)).toHaveAttribute('aria-expanded', 'false');
  await invoiceToggle(page).focus();
  await page.keyboard.press('Enter');
  await fillSilently(field(page, 'Name on the invoice'), 'சோழா Traders LLP');
  await field(page, 'GSTIN').fill('33aaach 7409r1z9');
  await saveButton(page).click();
  await expect(form(page)).toContainText('The GSTIN has a mistyped character');
  await expect(field(page, 'GSTIN')).toBeFocused();
  await field(page, 'GSTIN').fill('33aaach 7409r1z8');
  await saveButton(page).click();
  await expect(form(page)).toContainText('Enter the address: an invoice with a GSTIN needs it');
  await field(page, 'Address').fill('12, North Mada Street, Mylapore, Chennai 600004');
  await expect(field(page, 'State')).toHaveText('Tamil Nadu');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await saveButton(page).click();
  await expect(form(page)).toContainText('Saved.');
  await expect(field(page, 'GSTIN')).toHaveValue('33AAACH7409R1Z8');

  await page.setViewportSize({ width: 1280, height: 800 });
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  const { data: myBookings } = await fetchAsVisitor<{ data: { id: string; booking_date: string }[] }>(
    page,
    paths.myBookings,
  );
  const booking = myBookings.find(({ booking_date }) => booking_date === inDays(96));
  const taxDocumentsOf = async () =>
    (
      await fetchAsVisitor<{ data: BookingTaxDocuments }>(
        page,
        `${paths.bookingTaxDocuments}?booking_id=${booking?.id}`,
      )
    ).data;
  await expect.poll(async () => (await taxDocumentsOf()).status).toBe('issued');
  const id = (await taxDocumentsOf()).papers[0]?.id ?? '';
  const { data } = await fetchAsVisitor<{ data: { content: TaxDocumentContent } }>(
    page,
    paths.taxDocument(id),
  );
  expect(data.content.buyer).toMatchObject({
    name: 'சோழா Traders LLP',
    gstin: '33AAACH7409R1Z8',
    state: { code: '33' },
  });
});
