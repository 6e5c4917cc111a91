import { ApiError } from '../apiError.ts';

/** How many fields a form or an object may have: several times what the largest call needs. */
export const MAX_FIELDS = 64;
/** How deeply values of a body may be nested; no call takes more than a list of texts. */
export const MAX_DEPTH = 8;

/** The refusal (413) of a body with more than any call needs. */
export const tooManyFields = (): ApiError => new ApiError('too-large', 'The body has too many fields');
