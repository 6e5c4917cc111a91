interface PeriodicRunOptions {
  /** Between two passes. */
  readonly everyMs: number;
  /** Whether the first pass starts immediately or after the first pause. */
  readonly startsImmediately: boolean;
  readonly pass: (stopping: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs passes until the returned function is called. That function aborts the signal of the current pass and resolves when
 * the pass has ended. After a pass that rejects, the next pass runs as usual.
 */
export function runPeriodically({
  everyMs,
  startsImmediately,
  pass,
  onError,
}: PeriodicRunOptions): () => Promise<void> {
  const stop = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    try {
      await pass(stop.signal);
    } catch (error) {
      onError(error);
    }
    if (!stop.signal.aborted) wait();
  }
  function wait(): void {
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
    timer.unref();
  }

  if (startsImmediately) running = run();
  else wait();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}
