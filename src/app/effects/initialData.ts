import type { PolicyText } from '../../../contract/business.ts';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { ShownBusiness } from '../../../domain/content/business.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { InitialData } from '../../../machines/engine/visit.ts';
import { roomOf } from '../../rooms/effects.ts';

/** The id of the element in a prerendered page that holds its data. */
export const PAGE_DATA_ID = 'initial-data';

/** The data that a page is prerendered with, in the format of the API, by flow. */
export interface PageData {
  readonly rooms?: { readonly key: string; readonly data: readonly Room[] };
  readonly blog?: BlogResponse;
  readonly post?: { readonly key: string; readonly data: BlogPost };
  readonly policyText?: { readonly key: string; readonly data: PolicyText };
  /** The lowest price of an hour in rupees; absent while there are no rooms. */
  readonly lowestPrice?: number;
  /** The business that the page names; absent while it is that of the build. */
  readonly business?: ShownBusiness;
}

/** What a policy's page has before an owner has saved a text. */
export const NO_TEXT: PolicyText = { text: null, changed_on: null };

export const initialDataOf = ({
  rooms,
  blog,
  post,
  policyText,
  lowestPrice,
  business,
}: PageData): InitialData => ({
  ...(rooms && { rooms: { key: rooms.key, data: rooms.data.map(roomOf) } }),
  ...(blog && { blog: camelCased(blog) }),
  ...(post && { post }),
  ...(policyText && { policyText: camelCased(policyText) }),
  ...(lowestPrice !== undefined && { lowestPrice: paiseOf(lowestPrice) }),
  ...(business && { business }),
});

/** The data that the page was prerendered with; empty for a page that the browser renders. */
export function readInitialData(): InitialData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? initialDataOf(JSON.parse(text) as PageData) : {};
}
