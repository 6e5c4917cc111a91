import type { CancellationPolicies } from '../money/cancellation.ts';
import type { Rate } from '../money/rates.ts';
import type { CamelCased } from '../text/camelCased.ts';
import type { OpeningHours } from '../time/openingHours.ts';
import type { Address } from './addressLine.ts';
import type { LengthLimits } from './bookingLength.ts';

/** A meeting room (spec 3). */
export interface Room extends LengthLimits {
  readonly id: number;
  readonly roomName: string;
  readonly roomCapacity: number;
  /** Paise, without tax. */
  readonly pricePerHour: number;
  /** Other prices at other times; missing for a room without them. */
  readonly rates?: readonly Rate[] | undefined;
  /** Paths relative to the site's URL; `alt` is missing while nobody has entered one. */
  readonly images: readonly { readonly image: string; readonly alt?: string | undefined }[];
  readonly amenities: readonly { readonly name: string }[];
  readonly location: Address;
  /** Missing when nobody has written one. Empty lines separate its paragraphs. */
  readonly description?: string | undefined;
  /** Slots that stay free after each booking; none when missing. */
  readonly bufferSlots?: number | undefined;
  /** These three are missing from a server of the previous version. */
  readonly openingHours?: OpeningHours | undefined;
  readonly layouts?: readonly { readonly name: string; readonly seats: number }[] | undefined;
  /** Of a booking that is made now. */
  readonly cancellation?: CamelCased<CancellationPolicies> | undefined;
}
