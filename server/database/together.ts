/** How calls are gathered. `underWay`: how many groups may be at once. `weight` of a call, and how much a group may weigh. */
interface Gathering<Question> {
  readonly underWay: number;
  readonly weight?: (question: Question) => number;
  readonly mostWeight?: number;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls of one moment travel to the database together: on a busy server the trips cost far more than what is done at
 * their end. Those of one turn of the event loop are a group, as are those that come while as many groups as may be are
 * under way. `ask` answers a group in its order; when it rejects, each of the group does.
 */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { underWay: most, weight = () => 1, mostWeight = Infinity }: Gathering<Question>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;

  /** The next group: a call that is too heavy by itself goes alone. */
  function next(): Waiting<Question, Answer>[] {
    let weighs = 0;
    const end = waiting.findIndex(({ question }, n) => {
      weighs += weight(question);
      return n > 0 && weighs > mostWeight;
    });
    const group = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    return group;
  }

  function send(): void {
    while (waiting.length > 0 && underWay < most) void answer(next());
  }

  async function answer(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    underWay += 1;
    try {
      const answers = await ask(group.map(({ question }) => question));
      group.forEach(({ resolve }, nth) => resolve(answers[nth] as Answer));
    } catch (error) {
      group.forEach(({ reject }) => reject(error));
    }
    underWay -= 1;
    send();
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(send);
    });
}
