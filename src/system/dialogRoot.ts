/**
 * The container of the page and its dialogs and menus. They hide their siblings from screen readers; the toasts are outside
 * of it and stay readable.
 */
export const DIALOG_ROOT_ID = 'dialog-root';

export const dialogRoot = (): HTMLElement | null => document.getElementById(DIALOG_ROOT_ID);
