import createCache, { type EmotionCache } from '@emotion/cache';

/** Where styles are kept while a page is shown or prerendered; both must name the classes alike, or all is written twice. */
export const createStyles = (): EmotionCache => createCache({ key: 'mui', prepend: true });
