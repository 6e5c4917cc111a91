import { buyPointsMachine } from '../../../machines/points/buyPoints.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { pointsOrder, proof } from '../../fixtures/booking.ts';
import type { MachineModel } from '../paths.ts';

const failed = { error: new Failure('FETCH_ERROR') };
const refunded = { error: new Failure(410, 'hold-over') };
const statuses = (['granted', 'pending', 'unpaid'] as const).map((status) => ({ output: { status } }));

export const buyPoints: MachineModel = {
  machine: buyPointsMachine,
  payloads: {
    'buyPoints.opened': [{ pointPaise: 70_800 }],
    'buyPoints.ordered': [{ order: pointsOrder, points: '4', pointPaise: 80_000 }],
    'gateway.paid': [{ proof }],
    'xstate.error.actor.form': [failed],
    'xstate.error.actor.loadGateway': [failed],
    'xstate.error.actor.openGateway': [failed],
    'xstate.error.actor.verifyPayment': [failed, refunded],
    'xstate.done.actor.fetchStatus': statuses,
    'xstate.error.actor.fetchStatus': [failed, refunded],
    'xstate.done.actor.pollStatus': statuses,
    'xstate.error.actor.pollStatus': [failed, refunded],
  },
  key: ({ context }) => ({ points: context.points, hasOrder: context.order !== null }),
  detail: ({ context }) => ({ hasFailed: context.failure !== null, price: context.pointPaise }),
  canHappen: (snapshot, event) =>
    // openGateway throws only while the provider's window opens.
    event.type !== 'xstate.error.actor.openGateway' || snapshot.matches({ paying: 'clean' }),
};
