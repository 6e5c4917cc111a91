import type { DevicesResponse, ExportResponse } from '../../../contract/account/account.ts';
import { paths } from '../../../contract/paths.ts';
import type { PointsResponse } from '../../../contract/points/points.ts';
import { brand } from '../../../domain/content/brand.ts';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { Send } from '../../app/effects/http.ts';
import { saveAs } from '../../app/effects/saveAs.ts';
import { withCode } from './withCode.ts';

/** Passwords are passed on to the call and never stored. */
export function createAccount(authenticatedRequest: Send): Effects['account'] {
  const post = async (url: string, data: FormEntry = {}): Promise<void> => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    updateDetails: (entry) => post(paths.updateDetails, snakeCased(entry)),
    changePassword: ({ password = '', newPassword = '', code }) =>
      withCode(authenticatedRequest, code, () =>
        post(paths.changePassword, { password, new_password: newPassword }),
      ),
    changeAddress: ({ email = '', password = '', code }) =>
      withCode(authenticatedRequest, code, () =>
        post(paths.changeAddress, { email: email.trim(), password }),
      ),
    resendConfirmation: () => post(paths.resendConfirmation),
    close: ({ password = '', lostPoints, code }) =>
      withCode(authenticatedRequest, code, () =>
        post(paths.closeAccount, { password, ...(lostPoints !== undefined && { lost_points: lostPoints }) }),
      ),
    async devices(signal) {
      const { data } = await authenticatedRequest<DevicesResponse>({ url: paths.devices, signal });
      return camelCased(data);
    },
    signOutDevice: (id, code) =>
      withCode(authenticatedRequest, code, () =>
        id === null ? post(paths.signOutOthers) : post(paths.signOutDevice, { id }),
      ),
    async points(signal) {
      const { data } = await authenticatedRequest<PointsResponse>({ url: paths.points, signal });
      return { ...camelCased(data), price: data.price === null ? null : parsePaise(data.price) };
    },
    async exportData({ code }) {
      const data = await withCode(authenticatedRequest, code, () =>
        authenticatedRequest<ExportResponse>({ url: paths.exportData }),
      );
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveAs(content, `${brand.name.toLowerCase()}-data.json`);
    },
  };
}
