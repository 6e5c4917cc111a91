import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 14;

/** A new id in the provider's format: 'order_', 'pay_', 'rfnd_', 'plink_' or 'disp_' and 14 letters and digits. */
export const newId = (prefix: 'order' | 'pay' | 'rfnd' | 'plink' | 'disp'): string =>
  `${prefix}_${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
