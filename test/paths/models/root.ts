import { blogMachine } from '../../../machines/blog.ts';
import { checkoutMachine } from '../../../machines/checkout/checkout.ts';
import { enquiryMachine } from '../../../machines/enquiry.ts';
import { liveMachine } from '../../../machines/live.ts';
import { registrationMachine } from '../../../machines/registration.ts';
import { postMachine } from '../../../machines/resources.ts';
import { type LateLogic, rootMachine } from '../../../machines/root.ts';
import { slotsMachine } from '../../../machines/slots.ts';
import { clock, DATE, room } from './world.ts';
import type { MachineModel } from '../paths.ts';

const late = {
  slots: slotsMachine,
  live: liveMachine,
  checkout: checkoutMachine,
  enquiry: enquiryMachine,
  contact: enquiryMachine,
  registration: registrationMachine,
  blog: blogMachine,
  post: postMachine,
} satisfies Required<LateLogic>;

/** The root with every flow that any page brings. */
export const wholeRootMachine = rootMachine.provide({ actors: late });

export const root: MachineModel = {
  machine: wholeRootMachine,
  inputs: [
    { given: {}, flows: [] },
    { given: { rooms: { key: 'chennai', data: [room] } }, flows: Object.keys(late) },
  ].map((arrival) => ({
    clock,
    remembered: { search: null, checkout: null, enquiries: {}, registration: null, slots: {} },
    ...arrival,
  })),
  payloads: {
    'flows.brought': [{ flows: ['live', 'checkout'] }],
    'rooms.loaded': [{ rooms: [room] }],
    'search.applied': [{ criteria: { date: DATE, headcount: 1, city: 'chennai', startSlot: 16 } }],
    'slots.outdated': [{ roomId: 1 }, {}],
    'xstate.done.actor.*': [{ actorId: 'slots:1' }],
    'xstate.error.actor.*': [{ actorId: 'slots:1', error: 'failed' }],
  },
  canHappen: ({ context }, { type }) => type !== 'flows.brought' || context.flows.length === 0,
  key: ({ children }) => Object.keys(children).length,
};
