import type { Redacted } from '../../../domain/text/redacted.ts';
import type { Passwords, RegistrationFields, RegistrationStep } from './form.ts';

/** The form within a booking has one step: it gets no `step`, NEXT or BACK. */
export type RegistrationEvent =
  /** `step`: that of the address, on arrival and after the browser's Back or Forward. */
  | { type: 'registration.shown'; step?: RegistrationStep }
  | { type: 'registration.left' }
  | { type: 'registration.changed'; field: keyof RegistrationFields; value: string }
  /** The passwords themselves stay in the inputs (ruling 13). */
  | { type: 'registration.passwordsTyped'; passwords: Passwords }
  | { type: 'registration.nextPressed' }
  | { type: 'registration.backPressed' }
  | { type: 'registration.submitted'; password: Redacted<string> }
  /** Within a booking: the visitor adds a company for the invoice before paying. */
  | { type: 'registration.invoiceWanted'; isWanted: boolean }
  | { type: 'registration.restarted' };

export interface AccountCreated {
  readonly type: 'accountCreated';
}
