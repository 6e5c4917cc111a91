/**
 * The container of the page and its dialogs and menus. An open dialog hides its siblings from screen readers; the toasts are
 * outside the container and stay readable.
 */
export const DIALOG_ROOT_ID = 'dialog-root';

export const dialogRoot = (): HTMLElement | null => document.getElementById(DIALOG_ROOT_ID);
