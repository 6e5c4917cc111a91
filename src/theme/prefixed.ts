import type { Options } from '@emotion/cache';

/**
 * The prefixed names of properties that a supported browser does not know without a prefix (Material supports Chrome 117,
 * Firefox 121, Safari 17). Emotion's prefixer supports browsers of 2012 and makes every document larger.
 */
const PREFIXED: Readonly<Record<string, string>> = {
  'user-select': '-webkit-user-select',
  'backdrop-filter': '-webkit-backdrop-filter',
  // The former name of print-color-adjust, which Material writes.
  'color-adjust': '-webkit-print-color-adjust',
  'print-color-adjust': '-webkit-print-color-adjust',
};

/** A stylis plugin that adds prefixed declarations. It replaces Emotion's prefixer. */
export const prefixed: NonNullable<Options['stylisPlugins']>[number] = (element) => {
  const { type, props, children, value } = element;
  if (type !== 'decl' || typeof props !== 'string' || typeof children !== 'string') return;
  const name = PREFIXED[props];
  if (name !== undefined) element.return = `${name}:${children};${value}`;
};
