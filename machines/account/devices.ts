import type { Device as ApiDevice } from '../../contract/account/account.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import type { Redacted } from '../../domain/text/redacted.ts';
import { commandFlow } from '../engine/command.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { toast } from '../engine/system.ts';

/** A device on which the user is signed in. */
export type Device = CamelCased<ApiDevice>;

interface Needs {
  readonly account: {
    devices(signal: AbortSignal): Promise<readonly Device[]>;
    /** `id`: null signs out all other devices. `code`: of the second factor, or ''. */
    signOutDevice(id: string | null, code: string): Promise<void>;
  };
}

const devicesFlow = resourceFlow(
  'devices',
  { needs: ['account'], shows: ['devices'] },
  ({ account }: Needs, _key, signal) => account.devices(signal),
);

/** The input is the id of the device; null signs out all others. */
const signOutDeviceFlow = commandFlow(
  'signOutDevice',
  {
    needs: ['account'],
    changes: ['devices'],
    doneToast: ({ id }: { id: string | null; code: Redacted<string> }) =>
      toast('success', id === null ? 'Signed out of all other devices' : 'Signed out of that device', {
        topic: 'account',
      }),
    // The device was signed out elsewhere, or its session has expired.
    isDoneAlready: ({ status }) => status === 404,
  },
  ({ account }: Needs, { id, code }) => account.signOutDevice(id, code.reveal()),
);

export const deviceFlows = [devicesFlow, signOutDeviceFlow] as const;
