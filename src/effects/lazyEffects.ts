import { Failure } from '../../machines/failure.ts';

/**
 * Groups of effects whose code is loaded on the first call, because most visits call none of them. Every effect of a group
 * must return a promise. When the code cannot be loaded, the call rejects with the failure of a request without a response,
 * and the next call loads the code again.
 */
export function lazyEffects<Groups extends { readonly [Name in keyof Groups]: object }>(
  load: () => Promise<Groups>,
): <Name extends keyof Groups>(name: Name) => Groups[Name] {
  let loading: Promise<Groups> | undefined;
  const loadGroups = (): Promise<Groups> =>
    (loading ??= load().catch(() => {
      loading = undefined;
      throw new Failure('FETCH_ERROR');
    }));
  return (name) =>
    new Proxy(
      {},
      {
        get:
          (_target, call) =>
          async (...args: unknown[]): Promise<unknown> => {
            const group = (await loadGroups())[name] as Record<PropertyKey, (...input: unknown[]) => unknown>;
            return group[call]?.(...args);
          },
      },
    ) as never;
}
