/** The attribute of a lazy section until it is hydrated, which happens after its page (src/shell/lazySection.tsx). */
export const HYDRATES_LATER = 'data-hydrates-later';

/** Event: a lazy section has been hydrated. It bubbles. */
export const HYDRATED = 'litrooms:hydrated';

/** Event: a lazy section received input before its page was hydrated, so it must be hydrated now. */
export const HYDRATION_REQUESTED = 'litrooms:wanted';
