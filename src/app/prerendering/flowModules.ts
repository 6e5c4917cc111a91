import { registry } from '../../../machines/registry.ts';
import { loadRoute } from '../routes.tsx';

/** File names, for the preloads of the page's document. */
export async function flowModules(path: string): Promise<string[]> {
  const { groups } = await loadRoute(path);
  return Object.entries(registry.lazy)
    .filter(([, group]) => groups.includes(group))
    .map(([name]) => `${name}.ts`);
}
