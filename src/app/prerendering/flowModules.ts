import { registry } from '../../../machines/registry.ts';
import { loadRoute } from '../routes.tsx';

/** The names of the files of the flows that the page of a path loads, for the preloads of its document. */
export async function flowModules(path: string): Promise<string[]> {
  const { groups } = await loadRoute(path);
  return Object.entries(registry.lazy)
    .filter(([, group]) => groups.includes(group))
    .map(([name]) => `${name}.ts`);
}
