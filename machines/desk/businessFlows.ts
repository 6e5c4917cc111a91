import type { DeskBusiness as ApiDeskBusiness } from '../../contract/business.ts';
import type { SetupResponse } from '../../contract/desk/setup.ts';
import { NETWORKS } from '../../domain/content/business.ts';
import { POLICY_NAMES, type PolicyName } from '../../domain/content/policyTexts.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** The details of the business, and the texts of its site. */
export type DeskBusiness = CamelCased<ApiDeskBusiness>;

/** The steps to the first booking, in their order; none in a demo. */
export type SetupState = SetupResponse['data'];

/** Promises reject with a Failure. */
interface Needs {
  readonly desk: {
    business(signal: AbortSignal): Promise<DeskBusiness>;
    setup(signal: AbortSignal): Promise<SetupState>;
  };
}

export const detailsRecord = ({ details }: DeskBusiness) => ({ id: 'details' as const, ...details });

export const policyTextRecord = ({ texts }: DeskBusiness, id: PolicyName) => ({ id, ...texts[id] });

const deskBusinessFlow = resourceFlow(
  'deskBusiness',
  {
    needs: ['desk'],
    shows: ['business'],
    editedBy: {
      saveBusiness: (business: DeskBusiness) => [detailsRecord(business)],
      savePolicyText: (business: DeskBusiness) =>
        POLICY_NAMES.map((name) => policyTextRecord(business, name)),
    },
  },
  ({ desk }: Needs, _key, signal) => desk.business(signal),
);

/** For owners. */
const deskSetupFlow = resourceFlow(
  'deskSetup',
  { needs: ['desk'], shows: ['business', 'rooms', 'staff', 'bookings'] },
  ({ desk }: Needs, _key, signal) => desk.setup(signal),
);

/** Only owners change the details and the texts. */
export const businessFlows = [
  deskBusinessFlow,
  deskSetupFlow,
  staffForm({
    id: 'saveBusiness',
    area: 'desk',
    call: 'saveBusiness',
    labels: {
      name: 'Legal name',
      address: 'Address',
      gstin: 'GSTIN',
      phone: 'Phone',
      email: 'Email address',
      map: 'Map link',
      whatsapp: 'WhatsApp number',
      ...Object.fromEntries(NETWORKS.map((network) => [network, `${network} page`])),
    },
    required: {
      name: 'Enter the legal name',
      address: 'Enter the address',
      gstin: 'Enter the GSTIN',
      phone: 'Enter the phone number',
      email: 'Enter the email address',
    },
    doneText: 'The details are saved and on the site',
    changes: ['business'],
    isOpen: true,
    edits: {
      resource: 'deskBusiness',
      fieldsOf: ({ version: _version, ...details }: ReturnType<typeof detailsRecord>) =>
        canonicalJson(details),
    },
  }),
  staffForm({
    id: 'savePolicyText',
    area: 'desk',
    call: 'savePolicyText',
    labels: { text: 'Text' },
    required: { text: 'Write the text' },
    doneText: 'The text is saved and on the site',
    changes: ['business'],
    isOpen: true,
    edits: {
      resource: 'deskBusiness',
      fieldsOf: ({ text }: ReturnType<typeof policyTextRecord>) => text ?? '',
    },
  }),
] as const;
