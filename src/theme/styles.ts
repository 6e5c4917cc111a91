import createCache, { type EmotionCache } from '@emotion/cache';

/** The style cache in the browser and at prerendering. Both need the same key, or every style would be inserted twice. */
export const createStyles = (): EmotionCache => createCache({ key: 'mui', prepend: true });
