import createCache, { type EmotionCache } from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';
import { nextTask } from '../nextTask.ts';
import { prefixed } from './prefixed.ts';

/**
 * Emotion takes prerendered styles over by moving their elements to the beginning of the head. The browser then parses
 * them again and styles the whole page again, once for the page's and once for the global ones. They stay where they are.
 */
StyleSheet.prototype.hydrate = function (this: StyleSheet, elements: HTMLStyleElement[]) {
  this.tags.push(...elements);
};

/** The style cache in the browser and at prerendering. Both need the same key, or every style would be inserted twice. */
export const createStyles = (): EmotionCache =>
  createCache({ key: 'mui', prepend: true, stylisPlugins: [prefixed] });

/** Marks the element that names the composed styles of a page or of a section (src/theme/composedStyles.ts). */
export const COMPOSED = 'data-composed';

/** The unit of hydration that is not a section. */
export const PAGE = 'page';

/**
 * Inserts the composed styles that hydration has skipped, each in a task of its own: a component that is rendered later may be
 * styled by one of them alone. One that is in the page already is inserted at once.
 * @param unit the page or the section that is hydrated
 */
export function insertComposedStyles(styles: EmotionCache, unit: string): void {
  const element = document.querySelector<HTMLElement>(`style[${COMPOSED}="${unit}"]`);
  const names = element?.dataset['emotion']?.split(' ').slice(1) ?? [];
  const insert = (name: string): void => {
    const className = `${styles.key}-${name}`;
    const css = styles.registered[className];
    // One that was not rendered here is inserted by Emotion when it is.
    if (css === undefined) delete styles.inserted[name];
    else styles.insert(`.${className}`, { name, styles: css }, styles.sheet, true);
  };
  const isInPage = (name: string): boolean =>
    document.getElementsByClassName(`${styles.key}-${name}`).length > 0;
  names.filter(isInPage).forEach(insert);
  const insertLater = async (): Promise<void> => {
    for (const name of names) {
      await nextTask();
      insert(name);
    }
  };
  void insertLater();
}
