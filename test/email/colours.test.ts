import { expect, test } from 'vitest';
import { dark, light } from '../../server/email/colours.ts';
import * as theme from '../../src/ui/theme/palette.ts';

test('emails have the colours of the site', () => {
  for (const [emails, site] of [
    [light, theme.light],
    [dark, theme.dark],
  ] as const) {
    expect(emails).toEqual({
      page: site.background.default,
      paper: site.background.paper,
      text: site.text.primary,
      soft: site.text.secondary,
      line: site.line,
      panel: site.sand,
      primary: site.primary.main,
      onPrimary: site.primary.contrastText,
    });
  }
});
