/** An open dialog hides its siblings from screen readers. The toasts are outside this container and stay readable. */
export const DIALOG_ROOT_ID = 'dialog-root';

export const dialogRoot = (): HTMLElement | null => document.getElementById(DIALOG_ROOT_ID);
