import type { FastifyPluginAsync } from 'fastify';
import type { AccountDeps } from '../account/address/deps.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import blockOutMoveRoutes from './booking/blockOutMoveRoutes.ts';
import deskBookingRoutes from './booking/deskBookingRoutes.ts';
import lengthRoutes from './length/lengthRoutes.ts';
import moneyRoutes from './refunds/moneyRoutes.ts';
import refundRoutes from './refunds/refundRoutes.ts';
import saleRoutes from './saleRoutes.ts';

const salesRoutes: FastifyPluginAsync<PaymentDeps & Pick<AccountDeps, 'sessions' | 'links'>> = async (
  app,
  deps,
) => {
  await app.register(deskBookingRoutes, deps);
  await app.register(lengthRoutes, deps);
  await app.register(blockOutMoveRoutes, deps);
  await app.register(saleRoutes, deps);
  await app.register(moneyRoutes, deps);
  await app.register(refundRoutes, deps);
};
export default salesRoutes;
