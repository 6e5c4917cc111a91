/** A webhook on its way: what the provider posted, byte for byte. */
export interface Letter {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a delivery was answered; null when it never arrived. */
export type Deliver = (letter: Letter) => Promise<number | null>;

/** Letters beyond this many are lost: nothing else bounds how often the same may be repeated. */
const ROOM = 40;

/**
 * The network between the provider and our server's webhook, which keeps letters for as long as it likes, repeats them
 * and changes their order. A letter that was not answered with 200 stays, as the provider would send it again.
 */
export class Mailbox {
  #letters: Letter[] = [];

  get size(): number {
    return this.#letters.length;
  }
  put(letter: Letter): void {
    if (this.#letters.length < ROOM) this.#letters.push(letter);
  }
  empty(): void {
    this.#letters = [];
  }
  lose(): void {
    this.#letters.shift();
  }

  async deliver(deliver: Deliver, which: 'first' | 'last', keep = false): Promise<void> {
    const letter = which === 'first' ? this.#letters.shift() : this.#letters.pop();
    if (!letter) return;
    const status = await deliver(letter);
    if (keep || status !== 200) this.put(letter);
  }

  /** Each letter that is there, once. */
  async deliverAll(deliver: Deliver, order: 'forwards' | 'backwards' = 'forwards'): Promise<void> {
    const letters = order === 'forwards' ? this.#letters : this.#letters.toReversed();
    this.#letters = [];
    for (const letter of letters) if ((await deliver(letter)) !== 200) this.put(letter);
  }
}
