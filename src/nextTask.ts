/** Resolves in a later task, so that the browser can handle input and paint before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
