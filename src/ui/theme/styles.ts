import createCache, { type EmotionCache } from '@emotion/cache';

/** For the browser and for prerendering. With different keys every style would be inserted twice. */
export const createStyles = (): EmotionCache => createCache({ key: 'mui', prepend: true });
