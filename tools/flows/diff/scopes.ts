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

/** As V8 describes it. */
interface Scope {
  readonly description: string;
  readonly object: Readonly<Record<string, unknown>>;
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
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => addresses.set(params.scriptId, params.url));

/** The inspected thread is this one: the answer is there before `post` returns. */
function ask<Answer>(method: string, parameters: object = {}): Answer {
  const answers: Answer[] = [];
  session.post(method, parameters, (_error, answer) => answers.push(answer as Answer));
  return answers[0] as Answer;
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

export function scopesOf(part: object): Scopes {
  Reflect.set(globalThis, EXCHANGE, part);
  const expression = `globalThis.${EXCHANGE}`;
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
    const functionDeclaration = `function () { ${expression} = this; }`;
    ask('Runtime.callFunctionOn', { objectId: value.objectId, functionDeclaration });
    const { description, object } = Reflect.get(globalThis, EXCHANGE) as Scope;
    const isLocal = description.startsWith('Closure (');
    // In a package, only what a call has captured can differ: `fromTransition(reducer, initial)`.
    return description === 'Global' || (isForeign && !isLocal) ? [] : [{ isLocal, variables: object }];
  });
  ask('Runtime.releaseObjectGroup', { objectGroup: EXCHANGE });
  Reflect.deleteProperty(globalThis, EXCHANGE);
  return { isForeign, around };
}
