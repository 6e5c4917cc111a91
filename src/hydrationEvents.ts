/** Marks a section that is hydrated after its page (src/shell/lazySection.tsx). */
export const HYDRATES_LATER = 'data-hydrates-later';

/** Such a section has been hydrated; bubbles. */
export const HYDRATED = 'litrooms:hydrated';

/** Such a section was touched before its page was hydrated. */
export const WANTED = 'litrooms:wanted';
