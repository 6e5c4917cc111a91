import { ApiError } from '../apiError.ts';

/** The maximum number of fields in a form or object: several times the number in the largest call. */
export const MAX_FIELDS = 64;
/** The maximum nesting of a body; the calls need only lists of texts. */
export const MAX_DEPTH = 8;

/** The error (413) of a body with too many fields. */
export const tooManyFields = (): ApiError => new ApiError('too-large', 'The body has too many fields');
