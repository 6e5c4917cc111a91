/** Marks the label of an optional field (src/theme/components/fields.ts). */
export const optionalFieldProps = { 'data-optional': '' };
