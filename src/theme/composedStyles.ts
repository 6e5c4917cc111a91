import type { EmotionCache } from '@emotion/cache';
import { COMPOSED } from './styles.ts';

/** The names of all styles that were rendered so far. */
export const renderedStyles = (styles: EmotionCache): readonly string[] => Object.keys(styles.inserted);

/**
 * A component of Material's is styled by several components around each other. Each gives its styles to the next, and only
 * the innermost one's class is in the page. The others are composed into it, but Emotion inserts them as well, which is the
 * longest task of hydration. This returns an element that lets Emotion consider them as inserted.
 * @param rendered the names of the styles that the unit was rendered with
 * @param html everything that was rendered, all units together
 * @param unit the page or the section that is hydrated (insertComposedStyles)
 */
export function composedStyles(
  styles: EmotionCache,
  rendered: readonly string[],
  html: string,
  unit: string,
): string {
  const used = new Set(html.match(new RegExp(`\\b${styles.key}-[\\w-]+`, 'g')));
  const composed = rendered.filter((name) => {
    const className = `${styles.key}-${name}`;
    return styles.registered[className] !== undefined && !used.has(className);
  });
  return `<style data-emotion="${[styles.key, ...composed].join(' ')}" ${COMPOSED}="${unit}"></style>`;
}
