import { parseRupees } from './pricing.ts';

const MAX_COUNTED_PAISE = 1_000_000_000;

/**
 * Counted rupees to paise: '1200', '1,200.50', or '-100' when more was handed out than taken; null for anything else and for more
 * than a crore.
 */
export function parseCounted(text: string): number | null {
  const plain = text.trim().replaceAll(',', '').replace(/^−/, '-');
  const paise = parseRupees(plain.replace(/^-/, ''));
  if (paise === null || paise > MAX_COUNTED_PAISE) return null;
  return paise === 0 ? paise : plain.startsWith('-') ? -paise : paise;
}
