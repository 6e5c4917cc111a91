import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { messages } from '../../../domain/text/messages.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  bookingCard,
  bookNow,
  confirm,
  expectToast,
  guest,
  inDays,
  searchFor,
  selectSlots,
  signIn,
} from '../visitorActions.ts';

test('a person books on the account of a company, and is told what is left when it does not suffice', async ({
  page,
  request,
  expectError,
}) => {
  const login = await request.post(paths.login, {
    data: { email: 'owner@example.com', password: 'Owner-2025!' },
  });
  const { access } = (await login.json()) as { access: string };
  const headers = { authorization: `Bearer ${access}` };
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { headers, data });
    expect(response.status()).toBe(200);
    return ((await response.json()) as { data: { id: string } }).data;
  };
  // Enough for the first booking of ₹885, and not for the second one.
  const { id } = await post(deskPaths.saveCompany, {
    id: '',
    version: 0,
    name: 'Palm Tea Traders',
    address: '1 Mint Street, Chennai 600001',
    gstin: '',
    email: 'accounts@palmtea.example.com',
    limit: '1000',
    term_days: 30,
  });
  await post(deskPaths.addCompanyMember, { company_id: id, email: guest.email });

  await signIn(page, guest);
  const day = inDays(24);
  const account = page.getByRole('checkbox', { name: 'Pay on account of Palm Tea Traders' });
  const begin = async (ranges: readonly string[]) => {
    await searchFor(page, day);
    await bookNow(await selectSlots(page, 'Kolam Round', ranges));
    await account.check();
    await confirm(page);
  };
  await begin(['10:00 to 10:30 AM', '10:30 to 11:00 AM', '11:00 to 11:30 AM']);
  await expectToast(page, messages.booking.confirmed);
  await expect(bookingCard(page, 'Kolam Round', fullDate(day))).toBeVisible();

  expectError(/409 \(Conflict\).*\/on-account\//);
  await begin(['2:00 to 2:30 PM', '2:30 to 3:00 PM']);
  await expect(page.getByText('This cannot be booked on account')).toBeVisible();
  await expect(page.getByText('Palm Tea Traders has ₹115.00 left on its account')).toBeVisible();
  await expect(account).toBeChecked();
  await expectAccessible(page);

  const company = await request.get(`${deskPaths.company}?id=${id}`, { headers });
  expect(await company.json()).toMatchObject({ data: { open: '885.00', charges: [{ open: '885.00' }] } });
});
