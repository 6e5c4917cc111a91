import type { BlogResponse } from '../../../contract/content/blog.ts';
import { blog } from '../../paths/models/blog.ts';
import { expectHydrated } from '../visitorActions.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The paths of the blog's list, from another page and back to it. */

/** How long a page is kept after its last use (machines/engine/resource/resource.ts), and a little more. */
const CACHE_EXPIRED_MS = 61_000;

const mainLink = ({ page }: World, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const list = ({ page }: World) => page.getByRole('region', { name: 'Posts' });

const expectState = ({ page }: World, state: string) =>
  expect(page.locator('[data-flow="blog"]')).toHaveAttribute('data-state', state);

async function goToAboutPage(world: World): Promise<void> {
  await mainLink(world, 'About Us').click();
  await expect(world.page.locator('[data-flow="blog"]')).toBeHidden();
}

testPaths({
  name: 'blog',
  flow: () => 'blog',
  model: blog,
  // A link that is followed before hydration loads a document, which comes with its posts.
  start: async ({ page }) => {
    await page.goto('/about-us');
    await expectHydrated(page);
  },
  // The flow starts with its page.
  isTransientState: ({ event }) => event === null,

  // Without posts the list has one page.
  longPaths: {
    maxEvents: 15,
    canFollow: (_earlier, { type, page }) => type !== 'blog.pageOpened' || page === 1,
  },

  events: {
    'blog.pageOpened': async (world, _event, { from }) => {
      // A page that is shown is opened again by going away and coming back.
      if (from !== 'closed') await goToAboutPage(world);
      await mainLink(world, 'Blog').click();
    },
    'blog.closed': goToAboutPage,
    'blog.retried': ({ page }) => page.getByRole('button', { name: /^Try again/ }).click(),
    'app.resumed': (world) => world.reconnect(),
    'blog.pageExpired': (world) => world.advanceClock(CACHE_EXPIRED_MS),
    'xstate.done.actor.loadPage': (world, { output }) =>
      world.gates.blog.open({ ...(output as BlogResponse) }),
    'xstate.error.actor.loadPage': (world, event) => world.gates.blog.open(failureIn(event)),
  },

  states: {
    closed: ({ page }) => expect(page).toHaveURL(/\/about-us$/),
    loading: async (world, { state }) => {
      await expectState(world, state);
      await expect(list(world)).toHaveAttribute('aria-busy', 'true');
    },
    open: async (world, { state }) => {
      await expectState(world, state);
      await expect(world.page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
    },
    failed: async (world, { state }) => {
      const { page } = world;
      await expectState(world, state);
      await expect(page.getByRole('alert')).toContainText('The blog could not be loaded');
      await expect(page.getByRole('button', { name: /^Try again/ })).toBeVisible();
    },
  },
});
