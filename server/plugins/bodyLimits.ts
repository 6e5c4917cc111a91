import { ApiError } from '../apiError.ts';

/** The largest number of fields in a form or object: several times what the largest call needs. */
export const MAX_FIELDS = 64;
/** The deepest nesting of a body; no call needs more than a list of texts. */
export const MAX_DEPTH = 8;

/** The error (413) of a body with too many fields. */
export const tooManyFields = (): ApiError => new ApiError('too-large', 'The body has too many fields');
