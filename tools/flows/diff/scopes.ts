import { type Runtime, Session } from 'node:inspector';

/** What a function can see besides its parameters, which JavaScript itself does not tell. V8's inspector does. */
export interface Scopes {
  /** Of a package or of Node, and therefore the same in both versions. */
  readonly isForeign: boolean;
  /** The variables around the function, innermost first. */
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

const EXCHANGE = '__flowsExchange';
const group = { objectGroup: 'flows' };
let session: Session | null = null;
const addresses = new Map<string, string>();
const known = new WeakMap<object, Scopes>();

/** The session is in this thread: it answers before `post` returns. */
function ask<Result>(method: string, parameters: object = {}): Result {
  if (session === null) {
    session = new Session();
    session.connect();
    session.on('Debugger.scriptParsed', ({ params }) => addresses.set(params.scriptId, params.url));
  }
  let result: Result | null = null;
  session.post(method, parameters, (error, answer) => {
    if (error === null) result = answer as Result;
  });
  if (result === null) throw new Error(`Node does not answer ${method}.`);
  return result;
}

function addressOf(scriptId: string): string {
  if (!addresses.has(scriptId)) {
    ask('Debugger.enable');
    ask('Debugger.disable');
  }
  return addresses.get(scriptId) ?? '';
}

const propertiesOf = (objectId: string | undefined) =>
  ask<Runtime.GetPropertiesReturnType>('Runtime.getProperties', { objectId, ownProperties: true });

function valueOf(objectId: string | undefined): unknown {
  const functionDeclaration = `function () { globalThis.${EXCHANGE} = this; }`;
  ask('Runtime.callFunctionOn', { objectId, functionDeclaration });
  return Reflect.get(globalThis, EXCHANGE);
}

export function scopesOf(part: object): Scopes {
  const earlier = known.get(part);
  if (earlier !== undefined) return earlier;
  Reflect.set(globalThis, EXCHANGE, part);
  const { result } = ask<Runtime.EvaluateReturnType>('Runtime.evaluate', {
    expression: `globalThis.${EXCHANGE}`,
    ...group,
  });
  const { internalProperties = [] } = propertiesOf(result.objectId);
  const internal = (name: string) => internalProperties.find((each) => each.name === name)?.value;
  const location = internal('[[FunctionLocation]]')?.value as { readonly scriptId: string } | undefined;
  const address = location === undefined ? 'node:' : addressOf(location.scriptId);
  const isForeign = /^node:|\/node_modules\//.test(address);
  const chain = propertiesOf(internal('[[Scopes]]')?.objectId).result.flatMap(({ value }) =>
    value?.objectId === undefined
      ? []
      : [valueOf(value.objectId) as { readonly description?: string; readonly object?: object }],
  );
  // In a package, only what a call has captured can differ: `fromTransition(reducer, initial)`.
  const isRead = isForeign ? /^Closure \(/ : /^(?!Global)/;
  const scopes: Scopes = {
    isForeign,
    variables: chain.flatMap(({ description = 'Global', object = {} }) =>
      isRead.test(description) ? [object as Record<string, unknown>] : [],
    ),
  };
  ask('Runtime.releaseObjectGroup', group);
  Reflect.deleteProperty(globalThis, EXCHANGE);
  known.set(part, scopes);
  return scopes;
}
