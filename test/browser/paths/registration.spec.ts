import type { PersistedRegistration } from '../../../machines/account/registration/form.ts';
import { registration as words } from '../../paths/words/registration.ts';
import { passThrough, CreatedResponse, failureIn } from './page/gates.ts';
import { testPaths } from './pathTest.ts';

/* The registration's paths: two steps at two addresses, and the rules of phone numbers, which are loaded late or fail to load. */

const PAGE = '/join-us';

testPaths({
  name: 'registration',
  flow: () => 'registration',
  model: words.model,
  words,

  async start(world, path) {
    const { persisted } = path.input as { persisted: PersistedRegistration | null };
    await world.fillStorage({ tab: { registration: persisted } });
    const [first] = path.steps.slice(1);
    const isSecond = first?.event?.type === 'registration.shown' && first.event['step'] === 2;
    await world.page.goto(isSecond ? `${PAGE}?step=2` : PAGE);
  },

  events: {
    // The address of the second step has led there.
    'registration.shown': () => Promise.resolve(),
    'xstate.done.actor.checkPhone': (world) => world.gates.phoneRules.open(passThrough),
    'xstate.error.actor.checkPhone': (world, event) => world.gates.phoneRules.open(failureIn(event)),
    'xstate.done.actor.validatePhone': (world) => world.gates.phoneRules.open(passThrough),
    'xstate.error.actor.validatePhone': (world, event) => world.gates.phoneRules.open(failureIn(event)),
    'registration.sent': (world) => world.gates.register.open(new CreatedResponse({ data: {} })),
    'registration.refused': (world, event) => world.gates.register.open(failureIn(event)),
  },
});
