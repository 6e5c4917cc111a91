import { parseRupees } from './pricing.ts';

/** Counted rupees to paise: '1200', '1,200.50', or '-100' when more was handed out than taken; null for anything else. */
export function parseCounted(text: string): number | null {
  const plain = text.trim().replaceAll(',', '').replace(/^−/, '-');
  const paise = parseRupees(plain.replace(/^-/, ''));
  if (paise === null) return null;
  return paise === 0 ? paise : plain.startsWith('-') ? -paise : paise;
}
