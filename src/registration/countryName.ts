const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name by its code (ISO 3166 alpha-2). */
export const countryName = (code: string): string => names.of(code) ?? code;
