import type { BillingFields } from '../../domain/invoices/billing.ts';
import type { BillingResponse } from '../../contract/invoices/billing.ts';
import { paths } from '../../contract/paths.ts';
import type { Effects } from '../../machines/effects.ts';
import type { Send } from '../app/effects/http.ts';

const storedBilling = ({ data }: BillingResponse): BillingFields => ({
  companyName: data.company_name,
  gstin: data.gstin,
  address: data.address,
  state: data.state,
  isSez: data.sez,
});

/** Each call carries the access token. */
export const createBilling = (authenticatedRequest: Send): Effects['billing'] => ({
  load: async (signal) =>
    storedBilling(await authenticatedRequest<BillingResponse>({ url: paths.billing, signal })),
  save: async ({ companyName, gstin, address, state, isSez }, signal) =>
    storedBilling(
      await authenticatedRequest<BillingResponse>({
        method: 'post',
        url: paths.billing,
        data: { company_name: companyName, gstin, address, state, sez: isSez },
        signal,
      }),
    ),
});
