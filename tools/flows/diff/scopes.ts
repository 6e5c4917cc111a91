import { Session } from 'node:inspector';

/** What a function can see besides its parameters. JavaScript does not tell; V8's inspector does. */
export interface Scopes {
  /** A function of a package or of Node, the same in both versions. */
  readonly isForeign: boolean;
  /** The variables around it, innermost first. `isLocal`: those of a call, not of a module. */
  readonly around: readonly {
    readonly isLocal: boolean;
    readonly variables: Readonly<Record<string, unknown>>;
  }[];
}

interface Remote {
  readonly objectId?: string;
  readonly value?: { readonly scriptId?: string };
}
interface Properties {
  readonly result: readonly { readonly value?: Remote }[];
  readonly internalProperties?: readonly { readonly name: string; readonly value?: Remote }[];
}

/** The global variable through which values are passed to the inspector and back. */
const EXCHANGE = '__flowsExchange';
const addresses = new Map<string, string>();
const session = new Session();

/** The inspected thread is this one: the answer is there before `post` returns. */
function ask<Answer>(method: string, parameters: object = {}): Answer {
  const answers: Answer[] = [];
  session.post(method, parameters, (_error, answer) => answers.push(answer as Answer));
  return answers[0] as Answer;
}

function connect(): void {
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => addresses.set(params.scriptId, params.url));
}

function addressOf(scriptId: string): string {
  if (!addresses.has(scriptId)) {
    ask('Debugger.enable');
    ask('Debugger.disable');
  }
  return addresses.get(scriptId) ?? '';
}

const propertiesOf = ({ objectId }: Remote = {}) =>
  ask<Properties>('Runtime.getProperties', { objectId, ownProperties: true });

const known = new WeakMap<object, Scopes>();

export function scopesOf(part: object): Scopes {
  const earlier = known.get(part);
  if (earlier !== undefined) return earlier;
  if (addresses.size === 0) connect();
  const expression = `globalThis.${EXCHANGE}`;
  Reflect.set(globalThis, EXCHANGE, part);
  const { result } = ask<{ readonly result: Remote }>('Runtime.evaluate', {
    expression,
    objectGroup: EXCHANGE,
  });
  const { internalProperties = [] } = propertiesOf(result);
  const internal = (name: string) => internalProperties.find((each) => each.name === name)?.value;
  const scriptId = internal('[[FunctionLocation]]')?.value?.scriptId;
  const isForeign = scriptId === undefined || /^node:|\/node_modules\//.test(addressOf(scriptId));
  const around = propertiesOf(internal('[[Scopes]]')).result.flatMap(({ value }) => {
    if (value?.objectId === undefined) return [];
    ask('Runtime.callFunctionOn', {
      objectId: value.objectId,
      functionDeclaration: `function () { ${expression} = this; }`,
    });
    const { description, object } = Reflect.get(globalThis, EXCHANGE) as {
      readonly description: string;
      readonly object: Record<string, unknown>;
    };
    const isLocal = description.startsWith('Closure (');
    // In a package, only what a call has captured can differ: `fromTransition(reducer, initial)`.
    return description === 'Global' || (isForeign && !isLocal) ? [] : [{ isLocal, variables: object }];
  });
  ask('Runtime.releaseObjectGroup', { objectGroup: EXCHANGE });
  Reflect.deleteProperty(globalThis, EXCHANGE);
  const scopes = { isForeign, around };
  known.set(part, scopes);
  return scopes;
}
