import { Refusal } from '../refusal.ts';

/** How many fields a body may have: several times what the largest call needs. */
export const MAX_FIELDS = 64;
/** How long a list in a body may be: the largest batch call asks about this many rooms. */
export const MAX_LIST = 1000;
/** How deeply values of a body may be nested; no call takes more than a list of texts. */
export const MAX_DEPTH = 8;

/** The refusal (413) of a body with more than any call needs. */
export const tooManyFields = (): Refusal => new Refusal('too-large', 'The body has too many fields');
