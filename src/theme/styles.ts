import createCache, { type EmotionCache } from '@emotion/cache';
import { StyleSheet } from '@emotion/sheet';
import { nextTask } from '../nextTask.ts';
import { prefixed } from './prefixed.ts';

/**
 * Emotion's `hydrate` moves the elements of prerendered styles to the beginning of the head. The browser would then parse the
 * styles and style the whole page again, once for the page's styles and once for the global styles. This one leaves them where
 * they are.
 */
StyleSheet.prototype.hydrate = function (this: StyleSheet, elements: HTMLStyleElement[]) {
  this.tags.push(...elements);
};

/** Creates the style cache in the browser and at prerendering. With different keys every style would be inserted twice. */
export const createStyles = (): EmotionCache =>
  createCache({ key: 'mui', prepend: true, stylisPlugins: [prefixed] });

/** The attribute of the element that lists the composed styles of a page or section (src/theme/composedStyles.ts). */
export const COMPOSED = 'data-composed';

/** The name of the page as a unit of hydration; the other units are lazy sections. */
export const PAGE = 'page';

/**
 * Inserts the composed styles that hydration has skipped, because a component that is rendered later may be styled by one of
 * them. Styles that the page already uses are inserted immediately, the others each in a separate task.
 * @param unit the page or the section that is hydrated
 */
export function insertComposedStyles(styles: EmotionCache, unit: string): void {
  const element = document.querySelector<HTMLElement>(`style[${COMPOSED}="${unit}"]`);
  const names = element?.dataset['emotion']?.split(' ').slice(1) ?? [];
  const insert = (name: string): void => {
    const className = `${styles.key}-${name}`;
    const css = styles.registered[className];
    // Emotion inserts a style that was not rendered yet when it is rendered.
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
