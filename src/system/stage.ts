/**
 * The element that holds the page and whatever lies over it. Dialogs live in it rather than in the body, because they
 * hide their siblings from screen readers, and the toasts, which stand beside it, must go on being read.
 */
export const STAGE_ID = 'stage';

export const stage = (): HTMLElement | null => document.getElementById(STAGE_ID);
