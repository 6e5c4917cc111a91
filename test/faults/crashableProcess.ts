/** Thrown by every call of a crashed process. */
class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed';
}

/** Where a process crashes: before or after its n-th external step from now on, where 0 is the next one. */
export interface CrashPoint {
  readonly step: number;
  readonly afterStep: boolean;
}

/**
 * A server process that can crash at any of its external steps, which are queries, calls of the provider and sent emails. It
 * crashes before the step, or after the step without its result. A crashed process executes no further step.
 */
export class CrashableProcess {
  #crashPoint: { stepsLeft: number; afterStep: boolean } | null = null;
  #crashed = false;

  get crashed(): boolean {
    return this.#crashed;
  }

  crashAt({ step, afterStep }: CrashPoint): void {
    this.#crashPoint = { stepsLeft: step, afterStep };
  }

  /** Cancels a planned crash that has not happened. */
  cancelCrash(): void {
    this.#crashPoint = null;
  }

  /** Starts a step. The returned function ends it. Both throw when the process has crashed. */
  beginStep(): () => void {
    const lastStep = this.#crashPoint?.stepsLeft === 0 ? this.#crashPoint : null;
    if (this.#crashPoint) this.#crashPoint.stepsLeft -= 1;
    if (lastStep && !lastStep.afterStep) this.#crashed = true;
    if (this.#crashed) throw new ProcessCrashed();
    return () => {
      if (lastStep) this.#crashed = true;
      if (this.#crashed) throw new ProcessCrashed();
    };
  }

  async runStep<T>(step: () => Promise<T>): Promise<T> {
    const endStep = this.beginStep();
    const result = await step();
    endStep();
    return result;
  }
}
