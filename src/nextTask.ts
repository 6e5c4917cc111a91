/**
 * Resolves in a later task, so that the browser can handle input and paint before it. A message is used, because browsers delay timers in
 * hidden pages and timers that follow each other.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
