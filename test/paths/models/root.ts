import { blogMachine } from '../../../machines/blog.ts';
import { checkoutMachine } from '../../../machines/checkout/checkout.ts';
import { enquiryMachine } from '../../../machines/enquiry.ts';
import { liveMachine } from '../../../machines/live.ts';
import { registrationMachine } from '../../../machines/registration.ts';
import { postMachine } from '../../../machines/resources.ts';
import { restartDelay } from '../../../machines/restarts.ts';
import { rootMachine } from '../../../machines/root.ts';
import type { LateLogic } from '../../../machines/rootSetup.ts';
import { slotsMachine } from '../../../machines/slots.ts';
import { slotsId } from '../../../machines/system.ts';
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

/** A room that is not listed any more: nothing runs under its name, which a path could not start twice. */
const FAILING = slotsId(9);

/** The root with every flow that any page brings. */
export const wholeRootMachine = rootMachine.provide({ actors: late });

export const root: MachineModel = {
  machine: wholeRootMachine,
  inputs: [
    { initialData: {}, flows: [] },
    { initialData: { rooms: { key: 'chennai', data: [room] } }, flows: Object.keys(late) },
  ].map((arrival) => ({
    clock,
    persisted: { search: null, checkout: null, enquiries: {}, registration: null, slots: {} },
    ...arrival,
  })),
  payloads: {
    'flows.brought': [{ flows: ['live', 'checkout'] }],
    'rooms.loaded': [{ rooms: [room] }],
    'search.applied': [{ criteria: { date: DATE, headcount: 1, city: 'chennai', startSlot: 16 } }],
    'search.edited': [{ isEdited: true }],
    'slots.outdated': [{ roomId: 1 }, {}],
    'xstate.done.actor.*': [{ actorId: 'slots:1' }],
    'xstate.error.actor.*': [{ actorId: FAILING, error: 'failed' }],
    'flow.restartDue': [{ flow: FAILING }],
    'flow.restartRequested': [{ flow: FAILING }],
    'flow.recovered': [{ flow: FAILING }],
  },
  canHappen: ({ context }, { type }) => {
    const hasFailed = context.failures[FAILING] !== undefined;
    const isDown = (context.down as string[]).includes(FAILING);
    switch (type) {
      case 'flows.brought':
        return context.flows.length === 0 && !hasFailed;
      case 'xstate.error.actor.any':
        return context.flows.length === 0 && !isDown;
      case 'flow.recovered':
        return hasFailed && !isDown;
      case 'flow.restartDue':
        // After the failure that was one too many, only the visitor's press restarts it.
        return isDown && restartDelay(context.failures[FAILING]) !== null;
      default:
        return true;
    }
  },
  key: ({ children, context }) => ({
    children: Object.keys(children).length,
    failures: context.failures[FAILING],
    isDown: (context.down as string[]).includes(FAILING),
  }),
};
