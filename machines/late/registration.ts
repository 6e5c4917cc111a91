import { fromPromise } from 'xstate';
import type { LateFlows } from '../app.ts';
import { registrationMachine } from '../registration.ts';

/** The flow in which a visitor becomes a member. */
export const registrationFlows = (({ storage, registration }) => ({
  registration: registrationMachine.provide({
    actors: {
      checkPhone: fromPromise(({ input }) => registration.checkPhone(input.phone, input.country)),
      register: fromPromise(({ input }) =>
        registration.register(input.registration, input.password.reveal()),
      ),
    },
    actions: {
      persist: ({ context: { fields, phone } }) =>
        storage.saveRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
      clearPersisted: () => storage.saveRegistration(null),
    },
  }),
})) satisfies LateFlows;
