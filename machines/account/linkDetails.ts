import type { LinkDetails as ApiLinkDetails } from '../../contract/account/links.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** What a link in an email does, and the account that it is about. */
export type LinkDetails = CamelCased<ApiLinkDetails>;
