import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { priceOf, rupeesAmount } from '../../../domain/money/pricing.ts';
import { bookingTimes, slotCount } from '../../../domain/time/slots.ts';
import { expect } from '../site.ts';

/* The actions of staff at the desk. */

export const owner = { email: 'owner@example.com', password: 'Owner-2025!' };

export const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** A session of the desk's API. */
export async function apiSession(request: APIRequestContext, email: string, password: string) {
  const login = await request.post(paths.login, { data: { email, password } });
  const { access, user_id: userId } = (await login.json()) as { access: string; user_id: string };
  const headers = { authorization: `Bearer ${access}` };
  return {
    userId,
    async get<T>(path: string, params: Record<string, string>): Promise<T> {
      const response = await request.get(path, { headers, params });
      expect(response.status()).toBe(200);
      return (await response.json()) as T;
    },
    async post<T>(path: string, data: object): Promise<T> {
      const response = await request.post(path, { headers, data });
      expect(response.status()).toBe(200);
      return (await response.json()) as T;
    },
  };
}

/** From 9:00 to 10:00 PM: the demo has no booking there from a month ahead on. */
const TIMES = { start: 42, end: 44 };
const ROOM = 2;

/** Sells an hour of Kolam Round to a new customer, at `path` of the API. */
export async function sell(
  desk: Awaited<ReturnType<typeof apiSession>>,
  path: string,
  day: string,
  { first_name, ...fields }: { readonly first_name: string; readonly method?: string },
): Promise<{ booking_id: string }> {
  const { data: plan } = await desk.get<DayPlanResponse>(deskPaths.dayPlan, { date: day });
  const room = plan.rooms.find(({ id }) => id === ROOM);
  const price = priceOf(Math.round((room?.price_per_hour ?? 0) * 100), slotCount(TIMES)).total;
  const { data: sold } = await desk.post<{ data: { booking_id: string } }>(path, {
    email: `${first_name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    first_name,
    phone: '+919840012377',
    mid: ROOM,
    bdate: day,
    ...bookingTimes(TIMES),
    amount: rupeesAmount(price),
    ...fields,
  });
  return sold;
}

/** More than that is too long while a customer waits, or at the end of a day. */
const MOST_ACTIONS = 8;

/** Counts the actions of a clerk; choosing from a list would be two. */
export function countedClerk() {
  const done: string[] = [];
  return {
    async press(pressed: Locator) {
      done.push(`press ${pressed.toString()}`);
      await pressed.click();
    },
    async enter(field: Locator, text: string) {
      done.push(`enter ${text}`);
      await field.fill(text);
    },
    /** Opens the dialog of a file with a button, and chooses the file. */
    async chooseFile(opener: Locator, name: string, content: string) {
      done.push(`press ${opener.toString()}`, `choose ${name}`);
      const chooser = opener.page().waitForEvent('filechooser');
      await opener.click();
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    },
    expectFewActions: () => expect(done.length, done.join('\n')).toBeLessThanOrEqual(MOST_ACTIONS),
  };
}

export const button = (within: Locator | Page, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
