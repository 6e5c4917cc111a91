const DECLARATION = /(--mui-[\w-]+):([^;}]*);?/g;
const USE = /var\(\s*(--mui-[\w-]+)/g;

const usedIn = (text: string): string[] => [...text.matchAll(USE)].map(([, name = '']) => name);

/**
 * The styles of a document without the theme's variables that nothing in it uses: four fifths of them. They are inserted when the
 * scripts have come (insertVariables).
 * @param styles the `<style>` elements, the theme's among them
 * @param html the document's elements, which may use variables in their attributes
 */
export function withUsedVariables(styles: string, html: string): string {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of styles.matchAll(DECLARATION)) {
    // One name may have several values, one for each colour scheme.
    values.set(name, `${values.get(name) ?? ''} ${value}`);
  }
  const used = new Set<string>();
  const waiting = [...usedIn(styles.replaceAll(DECLARATION, '')), ...usedIn(html)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...usedIn(values.get(name) ?? ''));
  }
  return styles.replaceAll(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''));
}
