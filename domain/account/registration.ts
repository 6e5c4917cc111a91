/** An empty one is shown as 'Not Mentioned' (spec 3). */
export const BUSINESS_TYPES = [
  'technology',
  'healthcare',
  'medical',
  'finance',
  'education',
  'other',
] as const;

/** ISO 3166 alpha-2 (spec 9). */
export const DEFAULT_PHONE_COUNTRY = 'IN';
