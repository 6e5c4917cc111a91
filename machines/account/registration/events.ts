import type { Redacted } from '../../../domain/text/redacted.ts';
import type { LiveSession } from '../session/events.ts';
import type { Passwords, RegistrationFields, RegistrationStep } from './form.ts';

export type RegistrationEvent =
  /** `step`: that of the address, on arrival and after the browser's Back or Forward. */
  | { type: 'registration.shown'; step: RegistrationStep }
  | { type: 'registration.left' }
  | { type: 'registration.changed'; field: keyof RegistrationFields; value: string }
  /** The passwords themselves stay in the inputs (ruling 13). */
  | { type: 'registration.passwordsTyped'; passwords: Passwords }
  | { type: 'registration.nextPressed' }
  | { type: 'registration.backPressed' }
  | { type: 'registration.submitted'; password: Redacted<string> }
  /** `session`: null when the server sent none. */
  | { type: 'registration.sent'; session: LiveSession | null }
  | { type: 'registration.refused'; error: unknown }
  | { type: 'registration.restarted' };

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    /** From its form. */
    registration: Extract<RegistrationEvent, { type: 'registration.sent' | 'registration.refused' }>;
  }
}
