import type { FastifyPluginAsync } from 'fastify';
import type { DeskDeps } from '../audit/deps.ts';
import settlementRoutes from './settlementRoutes.ts';
import tillRoutes from './tillRoutes.ts';

const routes: FastifyPluginAsync<DeskDeps> = async (app, deps) => {
  await app.register(settlementRoutes, deps);
  await app.register(tillRoutes, deps);
};
export default routes;
