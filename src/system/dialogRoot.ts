/**
 * The element that holds the page and whatever lies over it. Dialogs and menus live in it rather than in the body, because
 * they hide their siblings from screen readers, and the toasts, which stand beside it, must go on being read.
 */
export const DIALOG_ROOT_ID = 'dialog-root';

export const dialogRoot = (): HTMLElement | null => document.getElementById(DIALOG_ROOT_ID);
