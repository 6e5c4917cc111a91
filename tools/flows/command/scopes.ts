import { Session } from 'node:inspector';
import type { Scopes } from '../diff/code.ts';

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
function ask(method: string, parameters: object = {}): unknown {
  const answers: unknown[] = [];
  session.post(method, parameters, (_error, answer) => answers.push(answer));
  return answers[0];
}

function addressOf(scriptId: string): string {
  if (!addresses.has(scriptId)) {
    ask('Debugger.enable');
    ask('Debugger.disable');
  }
  return addresses.get(scriptId) ?? '';
}

const propertiesOf = ({ objectId }: Remote): Properties =>
  ask('Runtime.getProperties', { objectId, ownProperties: true }) as Properties;

function valueOf({ objectId }: Remote): unknown {
  const functionDeclaration = `function () { globalThis.${EXCHANGE} = this; }`;
  ask('Runtime.callFunctionOn', { objectId, functionDeclaration });
  return Reflect.get(globalThis, EXCHANGE);
}

/** Read by V8's inspector, because JavaScript cannot read it. */
export function scopesOf(part: object): Scopes {
  Reflect.set(globalThis, EXCHANGE, part);
  const request = { expression: `globalThis.${EXCHANGE}`, objectGroup: EXCHANGE };
  const { result } = ask('Runtime.evaluate', request) as { readonly result: Remote };
  const { internalProperties = [] } = propertiesOf(result);
  const internal = (name: string) => internalProperties.find((each) => each.name === name)?.value;
  const scriptId = internal('[[FunctionLocation]]')?.value?.scriptId;
  const isForeign = scriptId === undefined || /^node:|\/node_modules\//.test(addressOf(scriptId));
  const scopes = internal('[[Scopes]]');
  const around = (scopes === undefined ? [] : propertiesOf(scopes).result).flatMap(({ value }) => {
    if (value?.objectId === undefined) return [];
    const { description, object } = valueOf(value) as Scope;
    const isLocal = description.startsWith('Closure (');
    // In a package, only what a call has captured can differ: `fromTransition(reducer, initial)`.
    return description === 'Global' || (isForeign && !isLocal) ? [] : [{ isLocal, variables: object }];
  });
  // `ring.bind(bell, 'twice')`
  const bound = ['[[TargetFunction]]', '[[BoundThis]]', '[[BoundArgs]]'].flatMap((name) => {
    const value = internal(name);
    return value === undefined ? [] : [value.objectId === undefined ? value.value : valueOf(value)];
  });
  ask('Runtime.releaseObjectGroup', { objectGroup: EXCHANGE });
  Reflect.deleteProperty(globalThis, EXCHANGE);
  return { isForeign, around, bound };
}
