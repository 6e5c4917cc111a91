import type { FastifyPluginAsync } from 'fastify';
import type { Business } from '../../../domain/content/business.ts';
import type { HoldDeps } from '../../checkout/unpaidLimit.ts';
import bookingRoutes from './bookingRoutes.ts';
import calendarRoutes from './calendarRoutes.ts';
import changeRoutes from './changeRoutes.ts';
import seriesRoutes from './seriesRoutes.ts';
import waitingListRoutes from './waitingListRoutes.ts';

interface BookingDeps extends HoldDeps {
  readonly config: { readonly business: Business; readonly refreshTokenSecret: string };
  /** Of the site. The server must be listening. */
  readonly origin: () => string;
}

const bookingsRoutes: FastifyPluginAsync<BookingDeps> = async (app, { config, origin, ...holds }) => {
  const { database, now } = holds;
  await app.register(bookingRoutes, holds);
  await app.register(changeRoutes, holds);
  await app.register(seriesRoutes, holds);
  await app.register(waitingListRoutes, { database, now, linkSecret: config.refreshTokenSecret });
  await app.register(calendarRoutes, { database, now, business: config.business, origin });
};
export default bookingsRoutes;
