/**
 * The states and union territories of India by GST code, as in a GSTIN and in a GST return. Codes of merged or divided
 * territories (25, 28) are no longer issued.
 */
export const GST_STATES = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
} as const;

/** Two digits. */
export type StateCode = keyof typeof GST_STATES;

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(GST_STATES, text);

/** By the name of the state, for a select field. */
export const stateCodes: readonly StateCode[] = (Object.keys(GST_STATES) as StateCode[]).sort((a, b) =>
  GST_STATES[a] < GST_STATES[b] ? -1 : 1,
);

/** A state as invoices and GST returns name it: 'Tamil Nadu (33)'. */
export const stateText = (code: StateCode): string => `${GST_STATES[code]} (${code})`;

/**
 * The state of the rooms. The place of supply of a service about immovable property is the place of the property (IGST Act,
 * section 12(3)), regardless of the customer's state. The tax is therefore CGST and SGST of this state, except for a buyer in a
 * special economic zone (domain/invoices/gst.ts).
 */
export const ROOM_STATE: StateCode = '33';
