import type { EmotionCache } from '@emotion/cache';
import { COMPOSED } from './styles.ts';

/** The names of all styles that have been rendered. */
export const renderedStyles = (styles: EmotionCache): readonly string[] => Object.keys(styles.inserted);

/**
 * A Material component consists of several nested styled components. Each passes its styles to the next, and only the class of
 * the innermost one is in the page. The other styles are composed into that class, but Emotion inserts them as well, which is
 * the longest task of hydration. The returned element makes Emotion treat them as inserted.
 * @param rendered the names of the styles that the unit was rendered with
 * @param html the rendered elements of all units
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
