/** An empty one is shown as 'Not Mentioned' (spec 3). */
export const BUSINESS_TYPES = [
  'technology',
  'healthcare',
  'medical',
  'finance',
  'education',
  'other',
] as const;
