import type { LinkDetails } from '../../../contract/account/links.ts';
import { paths } from '../../../contract/paths.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { Effects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';
import { isLinkFragment } from '../../../domain/account/linkFragment.ts';

const DEFAULTS = { account: null, device: null, is_own: true } as const;

/** The calls that use a link; the others confirm an address. */
const pathOf: Readonly<Partial<Record<LinkDetails['action'], string>>> = {
  reset: paths.resetPassword,
  invitation: paths.acceptInvitation,
};

/** The link's token is kept only here. */
export function createRecovery(send: Send): Effects['recovery'] {
  /** Stored because another link of the page may replace the fragment. */
  let token: string | null = null;
  const post = <Body>(url: string, data: Readonly<Record<string, string>>): Promise<Body> =>
    send<Body>({ method: 'post', url, data });

  return {
    async forgotPassword({ email = '' }) {
      await post(paths.forgotPassword, { email: email.trim() });
    },
    async readLink() {
      if (isLinkFragment(location.hash)) token = location.hash.slice(1);
      if (token === null) throw new Failure(410, 'link-over');
      const { data } = await post<{ data: LinkDetails }>(paths.readLink, { token });
      // A server of the previous version sends only the action and the address.
      return camelCased({ ...DEFAULTS, ...data });
    },
    async useLink(action, { password, code, earlier, firstName, lastName, phone }) {
      if (token === null) throw new Failure(410, 'link-over');
      await post(pathOf[action] ?? paths.confirmAddress, {
        token,
        ...(password && { password }),
        ...(code && { code }),
        ...(earlier && { earlier }),
        ...(firstName && { first_name: firstName }),
        ...(lastName && { last_name: lastName }),
        ...(phone && { phone }),
      });
    },
    async claimAccount({ password = '' }) {
      if (token === null) throw new Failure(410, 'link-over');
      await post(paths.claimAccount, { token, password });
    },
    async disown() {
      if (token === null) throw new Failure(410, 'link-over');
      await post(paths.disown, { token });
    },
    forgetLink() {
      token = null;
      // Not through the router, which would treat it as a navigation.
      if (isLinkFragment(location.hash)) history.replaceState(history.state, '', location.pathname);
    },
  };
}
