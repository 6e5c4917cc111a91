import type { Room } from '../../contract/rooms.ts';

/** What of a booking and its customer is printed, as it was when the paper became due. */
export interface InvoiceFacts {
  readonly of: 'booking' | 'move';
  readonly customer: { readonly firstName: string; readonly lastName: string | null };
  readonly billing: {
    readonly name: string;
    readonly address: string | null;
    readonly gstin: string | null;
    readonly state: string | null;
  } | null;
  readonly room: Room['location'] & { readonly name: string };
  readonly day: string;
  readonly startSlot: number;
  readonly endSlot: number;
}

export interface CreditNoteFacts {
  readonly reason: 'cancelled' | 'moved';
}
