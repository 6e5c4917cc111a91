import type { TaxDocumentContent, RoomSupply } from '../../contract/invoices/taxDocuments.ts';
import { SAC } from '../../domain/invoices/gst.ts';

const TAMIL_NADU = { code: '33', name: 'Tamil Nadu' } as const;

export const sampleSupply: RoomSupply = {
  sac: SAC,
  of: 'booking',
  booking_id: 'f2b0f6b8-7c07-4c0e-9a53-1f7f6a3f2c11',
  room_name: 'Kolam Round',
  room_address: '4th Floor, 118, Eri Court, Nungambakkam High Road, Nungambakkam, Chennai 600034',
  date: '2025-11-25',
  start_time: '10:00:00',
  end_time: '11:30:00',
  hours: 1.5,
};

/** As stored, with some values replaced. */
export const sampleInvoice = (overrides: Partial<TaxDocumentContent> = {}): TaxDocumentContent => ({
  version: 1,
  kind: 'invoice',
  demo: false,
  number: 'LR/2526/0000123',
  date: '2025-11-21',
  invoice: null,
  reason: null,
  seller: {
    name: 'Rooms Private Limited',
    address: '1, First Street, Chennai 600001',
    gstin: '33AAACH7409R1Z8',
    state: TAMIL_NADU,
  },
  buyer: {
    name: 'Chola Traders LLP',
    address: '12, North Mada Street, Mylapore, Chennai 600004',
    gstin: '27AAPFU0939F1ZV',
    state: { code: '27', name: 'Maharashtra' },
  },
  place_of_supply: TAMIL_NADU,
  reverse_charge: false,
  supply: sampleSupply,
  rates: { cgst: 9, sgst: 9 },
  amounts: { taxable: '120750.00', cgst: '10867.50', sgst: '10867.50', total: '142485.00' },
  payment_id: 'pay_abcdefghij0001',
  ...overrides,
});

/** A credit note for half of the sample invoice. */
export const sampleCreditNote = (): TaxDocumentContent =>
  sampleInvoice({
    kind: 'credit-note',
    number: 'LC/2526/0000007',
    date: '2025-11-23',
    invoice: { number: 'LR/2526/0000123', date: '2025-11-21' },
    reason: 'cancelled',
    amounts: { taxable: '60375.00', cgst: '5433.75', sgst: '5433.75', total: '71242.50' },
  });
