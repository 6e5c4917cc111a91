import type { FastifyInstance } from 'fastify';
import { isFromThisMachine } from '../thisMachine.ts';
import type { SandboxControls } from './controls.ts';
import { badRequest } from './providerError.ts';

/** The report of settlements to download with a browser on this machine, as from the provider's dashboard. */
export async function settlementPage(app: FastifyInstance, controls: SandboxControls): Promise<void> {
  app.get('/settlements.csv', async (request, reply) => {
    if (!isFromThisMachine(request)) throw badRequest('The requested URL was not found on the server.');
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="settlement-recon.csv"')
      .send(await controls.settlementReport());
  });
}
