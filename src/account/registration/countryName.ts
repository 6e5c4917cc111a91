let names: Intl.DisplayNames | undefined;

/** Returns the English name. `code`: ISO 3166 alpha-2. */
export function countryName(code: string): string {
  // Created on first use, because creating it takes several milliseconds on a phone.
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return names.of(code) ?? code;
}
