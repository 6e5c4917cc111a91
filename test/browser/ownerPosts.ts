import { expect, type APIRequestContext } from '@playwright/test';
import { paths } from '../../contract/paths.ts';

/** Signs the owner in and returns the function that makes a change at the desk. */
export async function ownerPosts(request: APIRequestContext) {
  const login = await request.post(paths.login, {
    data: { email: 'owner@example.com', password: 'Owner-2025!' },
  });
  const { access } = (await login.json()) as { access: string };
  return async (path: string, data: object) => {
    const response = await request.post(path, { headers: { authorization: `Bearer ${access}` }, data });
    expect(response.status()).toBe(200);
    return response;
  };
}
