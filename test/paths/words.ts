import { checkout } from './words/checkout.ts';
import type { PathWords } from './words/words.ts';

/** What a person does and sees on the paths, by the name of the machine's file. */
export const words: Readonly<Record<string, PathWords>> = { checkout };
