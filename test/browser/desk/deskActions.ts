import type { APIRequestContext, Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { expect } from '../site.ts';

/* The actions of staff at the desk. */

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
