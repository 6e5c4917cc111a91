/** The name of a field that may stay empty, in a form most of whose fields have to be filled in (src/theme/components/fields.ts). */
export const optional = { 'data-optional': '' };
