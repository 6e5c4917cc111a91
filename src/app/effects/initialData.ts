import type { PolicyText } from '../../../contract/business.ts';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { ShownBusiness } from '../../../domain/content/business.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { InitialData } from '../../../machines/engine/visit.ts';
import { roomOf } from '../../rooms/effects.ts';

export const PAGE_DATA_ID = 'initial-data';

/** In the format of the API, by flow. */
export interface PageData {
  readonly rooms?: { readonly key: string; readonly data: readonly Room[] };
  readonly blog?: BlogResponse;
  readonly post?: { readonly key: string; readonly data: BlogPost };
  readonly policyText?: { readonly key: string; readonly data: PolicyText };
  /** Rupees per hour; absent while there are no rooms. */
  readonly lowestPrice?: number;
  /** Absent while it is the business of the build. */
  readonly business?: ShownBusiness;
}

/** The data of a policy's page until an owner saves a text. */
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

/** Empty for a page that the browser renders. */
export function readInitialData(): InitialData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? initialDataOf(JSON.parse(text) as PageData) : {};
}
