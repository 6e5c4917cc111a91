import { dark, light } from './palette.ts';
import { SCREEN_STEP, screens, shadows, SPACING, zIndex } from './scale.ts';
import { typography } from './typography.ts';

type Screen = keyof typeof screens;
type References<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends string ? string : References<Values[Name]>;
};

/** Each value with the name that Material gives its CSS variable. */
function named(values: object, prefix: string): [name: string, value: string][] {
  return Object.entries(values).flatMap(([key, value]: [string, string | object]) => {
    const name = `${prefix}-${key}`;
    return typeof value === 'string' ? [[name, value]] : named(value, name);
  });
}

/** The same with references to those variables in place of the values. */
const referencesTo = <Values extends object>(values: Values, prefix: string): References<Values> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, string | object]) => {
      const name = `${prefix}-${key}`;
      return [key, typeof value === 'string' ? `var(${name})` : referencesTo(value, name)];
    }),
  ) as References<Values>;

const PALETTE = '--mui-palette';
const SHADOWS = '--mui-shadows';

const at = (screen: Screen | number): number => (typeof screen === 'number' ? screen : screens[screen]);

/**
 * What the site's own elements are styled with: that part of its Material theme (theme.ts) which they use, under the same
 * names and with the same meaning. Material's whole theme comes with the pages that show Material's components
 * (onMaterial.tsx), because a page that shows none would carry its fifteen kilobytes for nothing.
 */
export const ground = {
  /** Multiples of the unit of distance; words of CSS stay as they are. */
  spacing: (...steps: readonly (number | string)[]): string =>
    steps.map((step) => (typeof step === 'string' ? step : `${step * SPACING}px`)).join(' '),
  /** Media queries; numbers are em. */
  breakpoints: {
    up: (screen: Screen | number): string => `@media (min-width:${at(screen)}em)`,
    down: (screen: Screen | number): string => `@media (max-width:${at(screen) - SCREEN_STEP}em)`,
    between: (from: Screen | number, to: Screen | number): string =>
      `@media (min-width:${at(from)}em) and (max-width:${at(to) - SCREEN_STEP}em)`,
  },
  typography,
  zIndex,
  vars: { palette: referencesTo(light, PALETTE), shadows: referencesTo(shadows, SHADOWS) },
} as const;

export type Ground = typeof ground;

/** The variables that the styles refer to, light and dark. */
export const variables = {
  ':root': {
    colorScheme: 'light',
    ...Object.fromEntries([...named(light, PALETTE), ...named(shadows, SHADOWS)]),
  },
  '@media (prefers-color-scheme: dark)': {
    ':root': { colorScheme: 'dark', ...Object.fromEntries(named(dark, PALETTE)) },
  },
};
