const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name by its two letters (ISO 3166). */
export const countryName = (code: string): string => names.of(code) ?? code;
