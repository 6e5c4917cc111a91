import type { FastifyPluginAsync } from 'fastify';
import type { AccountDeps } from '../address/deps.ts';
import addressRoutes from './addressRoutes.ts';
import deviceRoutes from './deviceRoutes.ts';
import invitationRoutes from './invitationRoutes.ts';
import linkRoutes from './linkRoutes.ts';
import memberRoutes from './memberRoutes.ts';
import passwordRoutes from './passwordRoutes.ts';
import registrationRoutes from './registrationRoutes.ts';
import secondFactorRoutes from './secondFactorRoutes.ts';
import sessionRoutes from './sessionRoutes.ts';

const accountRoutes: FastifyPluginAsync<AccountDeps> = async (app, deps) => {
  await app.register(sessionRoutes, deps);
  await app.register(registrationRoutes, deps);
  await app.register(memberRoutes, deps);
  await app.register(passwordRoutes, deps);
  await app.register(addressRoutes, deps);
  await app.register(linkRoutes, deps);
  await app.register(invitationRoutes, deps);
  await app.register(deviceRoutes, deps);
  await app.register(secondFactorRoutes, deps);
};
export default accountRoutes;
