import { ApiError } from '../apiError.ts';

/** In a form or object: several times the number in the largest call. */
export const MAX_FIELDS = 64;
/** The calls need only lists of texts. */
export const MAX_DEPTH = 8;

export const tooManyFields = (): ApiError => new ApiError('too-large', 'The body has too many fields');
