/** What a dead process's calls end with. */
class Died extends Error {
  override readonly name = 'Died';
}

/** Where a process dies: at its n-th step outside itself from now on (0: the next), before it is done or after. */
export interface Death {
  readonly after: number;
  readonly done: boolean;
}

/**
 * The life of a server process. Everything that it does outside itself passes here, so that it can be ended at any such
 * step: with the step undone, or done and its answer never heard. Dead, it does nothing outside itself any more.
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

  /** It will not die, if it has not. */
  spare(): void {
    this.#death = null;
  }

  /** Begins a step; the answer is to be called when it is done. Both throw when the process is dead by then. */
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
