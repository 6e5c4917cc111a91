/** Marks the label of an optional field (src/ui/theme/components/fields.ts). */
export const optionalFieldProps = { 'data-optional': '' };
