import { Failure } from '../../machines/failure.ts';

/**
 * Groups of effects whose code is loaded with their first call: most visits make none of them. Every effect of a group
 * returns a promise; when the code cannot be loaded, it rejects as a call without a response does, and the next call loads
 * again.
 */
export function lazyEffects<Groups extends { readonly [Name in keyof Groups]: object }>(
  load: () => Promise<Groups>,
): <Name extends keyof Groups>(name: Name) => Groups[Name] {
  let loading: Promise<Groups> | undefined;
  const loaded = (): Promise<Groups> =>
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
          async (...given: unknown[]): Promise<unknown> => {
            const group = (await loaded())[name] as Record<PropertyKey, (...input: unknown[]) => unknown>;
            return group[call]?.(...given);
          },
      },
    ) as never;
}
