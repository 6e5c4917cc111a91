import createCache, { type EmotionCache } from '@emotion/cache';

/** Creates the style cache in the browser and at prerendering. With different keys every style would be inserted twice. */
export const createStyles = (): EmotionCache => createCache({ key: 'mui', prepend: true });
