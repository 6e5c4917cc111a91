import { Session } from 'node:inspector';
import { type FunctionCode, type Named, OF } from '../diff/code.ts';
import { readSource, withoutImport } from './source.ts';

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

interface Around {
  /** Of a call, not of a module. */
  readonly isLocal: boolean;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a function can see besides its parameters, innermost first. Read by V8's inspector, because JavaScript cannot read it. */
function scopesOf(part: object): Pick<FunctionCode, 'isForeign'> & { around: Around[]; bound: unknown[] } {
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

/** The value at the path in the innermost scope that has it, or as near as data is followed. */
function valueAt(path: string, around: readonly Around[]): Named | null {
  const [root = '', ...keys] = path.split('.');
  const scope = around.find(({ variables }) => Object.hasOwn(variables, root));
  if (scope === undefined) return null;
  let title = root;
  let holder: Named | null = null;
  let value = scope.variables[root];
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !(key in value)) break;
    holder = Object.prototype.toString.call(value) === '[object Module]' ? null : [title, value];
    title += `.${key}`;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  // A method may use all of its object.
  if (holder !== null && typeof value === 'function' && /\bthis\b/.test(String(value)))
    [title, value] = holder;
  return [`${withoutImport(title)}${scope.isLocal ? OF : ''}`, value];
}

/** The code of a function with the variables, imports and constants that it uses. */
export function codeOf(part: object): FunctionCode {
  const { isForeign, around, bound } = scopesOf(part);
  const { text, paths } = readSource(Function.prototype.toString.call(part));
  const used = paths.map((path) => valueAt(path, around)).filter((each) => each !== null);
  return {
    isForeign,
    source: text,
    references: [...used, ...bound.map((each): Named => [`bound${OF}`, each])],
  };
}
