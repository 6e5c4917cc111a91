import { siteTheme } from './theme.ts';

type Rules = { readonly [selector: string]: string | number | Rules };

const cssOf = (rules: Rules): string =>
  Object.entries(rules)
    .map(([name, value]) => (typeof value === 'object' ? `${name}{${cssOf(value)}}` : `${name}:${value};`))
    .join('');

/**
 * Inserts all variables of the theme into the page. A prerendered document has only the variables that it uses
 * (src/theme/usedVariables.ts).
 */
export function insertVariables(): void {
  const element = document.createElement('style');
  element.textContent = siteTheme()
    .generateStyleSheets()
    .map((rules) => cssOf(rules as Rules))
    .join('');
  document.head.prepend(element);
}
