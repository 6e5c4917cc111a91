import { fromPromise } from 'xstate';
import { formMachine, type FormEntry } from '../engine/form/form.ts';
import { addressErrors } from './accountEntries.ts';
import { defineFlow } from '../engine/flow.ts';
import { claimForm, type LinkDetails, linkMachine, linkUseForm } from './link.ts';

interface Needs {
  readonly recovery: {
    forgotPassword(entry: FormEntry): Promise<void>;
    /** Rejects with 'link-over' when the page's URL has no link. */
    readLink(): Promise<LinkDetails>;
    /**
     * `entry`: the new password, or that of the registration or the account; the code of the second factor;
     * the choice about an earlier account; the name and the phone number of a new account. Empty when the link needs none of them.
     */
    useLink(action: LinkDetails['action'], entry: FormEntry): Promise<void>;
    /** Takes over an account that another person made with the link's address. `entry`: the new password. */
    claimAccount(entry: FormEntry): Promise<void>;
    /** "This was not me": ends the link, and takes the address from an account that it would have confirmed. */
    disown(): Promise<void>;
    /** Also removes the link's token from the URL. */
    forgetLink(): void;
  };
}

const forgottenFlow = defineFlow({
  id: 'forgotten',
  machine: formMachine('forgotten', {
    changes: [],
    labels: { email: 'Email Address' },
    validate: addressErrors,
  }),
  whenSessionEnds: 'cleared',
  needs: ['recovery'],
  provide: (machine, { recovery }: Needs) =>
    machine.provide({
      actors: { send: fromPromise(({ input }) => recovery.forgotPassword(input.reveal())) },
    }),
  input: () => ({ isOpen: true }),
});

const linkFlow = defineFlow({
  id: 'link',
  machine: linkMachine,
  // What it shows belongs to the link. Using a link may end the session, and the page must then show the result.
  whenSessionEnds: 'kept',
  needs: ['recovery'],
  provide: (machine, { recovery }: Needs) =>
    machine.provide({
      actors: {
        read: fromPromise(() => recovery.readLink()),
        disown: fromPromise(() => recovery.disown()),
        claim: claimForm.provide({
          actors: { send: fromPromise(({ input }) => recovery.claimAccount(input.reveal())) },
        }),
        use: linkUseForm.provide({
          actors: {
            send: fromPromise(({ input }) => {
              const {
                action,
                needsPassword: _password,
                choosesPassword: _chooses,
                needsName: _name,
                asksEarlier: _earlier,
                ...entry
              } = input.reveal();
              return recovery.useLink(action as LinkDetails['action'], entry);
            }),
          },
        }),
      },
      actions: { forget: () => recovery.forgetLink() },
    }),
});

/** The pages that request a password link, and that links in emails open. */
export const recoveryFlows = [forgottenFlow, linkFlow] as const;
