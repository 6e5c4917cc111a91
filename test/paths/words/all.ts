import { checkout } from './checkout.ts';
import { registration } from './registration.ts';
import { session } from './session.ts';
import { slots } from './slots.ts';
import type { PathWords } from './words.ts';

/** What a person does and sees on the paths, by the name of the machine's file. */
export const words: Readonly<Record<string, PathWords>> = { checkout, registration, session, slots };
