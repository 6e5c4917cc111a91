import type { PolicyText } from '../../../contract/business.ts';
import type { BlogPost, BlogResponse } from '../../../contract/content/blog.ts';
import type { Event } from '../../../contract/content/events.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import type { ShownBusiness } from '../../../domain/content/business.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { rangedIfTimed } from '../../../domain/time/apiTimes.ts';
import type { InitialData } from '../../../machines/engine/visit.ts';
import { roomOf } from '../../rooms/effects.ts';

export const PAGE_DATA_ID = 'initial-data';

export interface PageResource<Data> {
  readonly key: string;
  readonly data: Data;
}

/** The resources whose flows have the API's data in camelCase. */
export interface PageResources {
  readonly post?: PageResource<BlogPost>;
  readonly policyText?: PageResource<PolicyText>;
}

/** In the format of the API, by flow. */
export interface PageData extends PageResources {
  readonly rooms?: PageResource<readonly Room[]>;
  readonly blog?: BlogResponse;
  /** The next one first. */
  readonly comingEvents?: PageResource<readonly Event[]>;
  readonly event?: PageResource<Event>;
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
  comingEvents,
  event,
  lowestPrice,
  business,
  ...resources
}: PageData): InitialData => ({
  ...camelCased(resources),
  ...(rooms && { rooms: { key: rooms.key, data: rooms.data.map(roomOf) } }),
  ...(blog && { blog: camelCased(blog) }),
  ...(comingEvents && { comingEvents: { ...comingEvents, data: comingEvents.data.map(rangedIfTimed) } }),
  ...(event && { event: { ...event, data: rangedIfTimed(event.data) } }),
  ...(lowestPrice !== undefined && { lowestPrice: paiseOf(lowestPrice) }),
  ...(business && { business }),
});

/** Empty for a page that the browser renders. */
export function readInitialData(): InitialData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? initialDataOf(JSON.parse(text) as PageData) : {};
}
