const DECLARATION = /(--mui-[\w-]+):([^;}]*);?/g;
const USE = /var\(\s*(--mui-[\w-]+)/g;

const usedIn = (text: string): string[] => [...text.matchAll(USE)].map(([, name = '']) => name);

/**
 * The styles of a document without the theme's unused variables, which are four fifths of all variables. The scripts insert
 * them later (insertVariables).
 * @param styles the `<style>` elements, including the theme's
 * @param html the document's elements, which may use variables in their attributes
 */
export function withUsedVariables(styles: string, html: string): string {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of styles.matchAll(DECLARATION)) {
    // A name may have several values, one for each colour scheme.
    values.set(name, `${values.get(name) ?? ''} ${value}`);
  }
  const used = new Set<string>();
  const queue = [...usedIn(styles.replaceAll(DECLARATION, '')), ...usedIn(html)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    queue.push(...usedIn(values.get(name) ?? ''));
  }
  return styles.replaceAll(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''));
}
