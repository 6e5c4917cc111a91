import { connection } from '../../paths/models/connection.ts';
import { expect } from './page/probed.ts';
import { testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The connection's paths: the network is lost and comes back. */

const notice = ({ page }: World) => page.getByRole('status').filter({ hasText: 'You are offline.' });

testPaths({
  name: 'connection',
  flow: () => 'connection',
  model: connection,
  start: ({ page }) => page.goto('/about-us'),

  events: {
    'connection.lost': (world) => world.disconnect(),
    'connection.restored': (world) => world.page.context().setOffline(false),
  },

  states: {
    online: (world) => expect(notice(world)).toBeHidden(),
    offline: (world) => expect(notice(world)).toBeVisible(),
  },
});
