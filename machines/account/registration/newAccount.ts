import { fromPromise } from 'xstate';
import { defineFlow } from '../../engine/flow.ts';
import { sendToFlow } from '../../engine/system.ts';
import { phoneCheckOf, registrationOf } from './form.ts';
import { InvalidPhone, withLastName } from './oneStep.ts';
import { registrationMachine } from './registration.ts';
import type { RegistrationEffects } from './setup.ts';

/** Within a booking, which continues with the new user. The other fields are only on the page. */
export const newAccountFlows = [
  defineFlow({
    id: 'newAccount',
    machine: registrationMachine,
    whenSessionEnds: 'cleared',
    needs: ['registration'],
    provide: (machine, { registration }: RegistrationEffects) =>
      machine.provide({
        actors: {
          register: fromPromise(async ({ input: { person, password } }) => {
            const number = await registration.checkPhone(person.fields.phone, person.fields.country);
            if (number === null) throw new InvalidPhone();
            return registration.register(
              registrationOf({ fields: withLastName(person.fields), phone: phoneCheckOf(number) }),
              password.reveal(),
            );
          }),
        },
        actions: {
          // The button shows the price to pay, so no second confirmation is needed.
          proceed: sendToFlow('checkout', { type: 'checkout.confirmed' }),
        },
      }),
    input: () => ({ hasOneStep: true, persisted: null }),
  }),
] as const;
