import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { registrationMachine } from '../registration.ts';

/** The flow in which a visitor becomes a member. */
export const registrationFlows = (({ memory, registration }) => ({
  registration: registrationMachine.provide({
    actors: {
      checkPhone: fromPromise(({ input }) => registration.checkPhone(input.phone, input.country)),
      register: fromPromise(({ input }) => registration.register(input.registration, input.password.open())),
    },
    actions: {
      remember: ({ context: { fields, phone } }) =>
        memory.keepRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
      forgetRemembered: () => memory.keepRegistration(null),
    },
  }),
})) satisfies LateFlows;
