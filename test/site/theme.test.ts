import { expect, test } from 'vitest';
import { ground, variables } from '../../src/theme/ground.ts';
import { theme } from '../../src/theme/theme.ts';

// What our own elements are styled with must be Material's theme under another roof: inside Material's ground they find
// the theme itself.

test('letters look alike on both grounds', () => {
  expect(theme.typography).toMatchObject(ground.typography);
});

test('distances, screens and layers are alike on both grounds', () => {
  const inPixels = (distance: string): string =>
    distance.replaceAll(
      /calc\(([\d.-]+) \* var\(--mui-spacing, 8px\)\)/g,
      (_, steps: string) => `${8 * Number(steps)}px`,
    );
  expect(inPixels(theme.spacing(2, 0, -1.5, 'auto'))).toBe(ground.spacing(2, 0, -1.5, 'auto'));
  for (const screen of ['sm', 'md', 'lg', 'xl', 27.5] as const) {
    expect(theme.breakpoints.up(screen)).toBe(ground.breakpoints.up(screen));
    expect(theme.breakpoints.down(screen)).toBe(ground.breakpoints.down(screen));
  }
  expect(theme.breakpoints.between('sm', 'md')).toBe(ground.breakpoints.between('sm', 'md'));
  expect(theme.zIndex).toMatchObject(ground.zIndex);
});

test('both grounds name the same variables, and give them the same values', () => {
  const sheets = theme.generateStyleSheets() as Record<
    string,
    Record<string, string | Record<string, string>>
  >[];
  const of = (selector: string): object => {
    const found = sheets.flatMap((sheet) => (sheet[selector] ? [sheet[selector]] : []));
    return Object.assign({}, ...found.map((rules) => rules[':root'] ?? rules)) as object;
  };
  const dark = '@media (prefers-color-scheme: dark)';
  expect(of(':root')).toMatchObject(variables[':root']);
  expect(of(dark)).toMatchObject(variables[dark][':root']);

  const referred = (name: string): RegExp => new RegExp(`^var\\(${name}, `);
  expect(theme.vars.palette.primary.main).toMatch(referred('--mui-palette-primary-main'));
  expect(ground.vars.palette.primary.main).toBe('var(--mui-palette-primary-main)');
  expect(theme.vars.palette.nightTextSoft).toMatch(referred('--mui-palette-nightTextSoft'));
  expect(ground.vars.palette.nightTextSoft).toBe('var(--mui-palette-nightTextSoft)');
  expect(theme.vars.shadows[4]).toMatch(referred('--mui-shadows-4'));
  expect(ground.vars.shadows[4]).toBe('var(--mui-shadows-4)');
});
