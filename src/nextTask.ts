/** Resolves in another task: the browser handles input and paints before. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
