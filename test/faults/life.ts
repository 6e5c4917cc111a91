/** The error of a dead process's calls. */
class Died extends Error {
  override readonly name = 'Died';
}

/** Where a process dies: at its n-th step outside itself from now on (0: the next), before or after the step. */
export interface Death {
  readonly after: number;
  readonly done: boolean;
}

/**
 * The life of a server process. All its steps outside itself pass here, so that it can die at any of them: before the step, or
 * after it and before its result. A dead process takes no further step.
 */
export class Life {
  #death: { left: number; done: boolean } | null = null;
  #dead = false;

  get dead(): boolean {
    return this.#dead;
  }

  endAt({ after, done }: Death): void {
    this.#death = { left: after, done };
  }

  /** Cancels a death that has not happened. */
  spare(): void {
    this.#death = null;
  }

  /** Begins a step; the returned function is called at its end. Both throw when the process is dead. */
  begin(): () => void {
    const fatal = this.#death?.left === 0 ? this.#death : null;
    if (this.#death) this.#death.left -= 1;
    if (fatal && !fatal.done) this.#dead = true;
    if (this.#dead) throw new Died();
    return () => {
      if (fatal) this.#dead = true;
      if (this.#dead) throw new Died();
    };
  }

  async outside<T>(step: () => Promise<T>): Promise<T> {
    const done = this.begin();
    const result = await step();
    done();
    return result;
  }
}
