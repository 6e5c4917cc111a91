import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { countryName } from './countryName.ts';

/* The phone number rules of all countries. They are large, so they are loaded separately from the page. */

/** Sorted by name. `code`: ISO 3166 alpha-2. */
export const countries = getCountries()
  .map((code) => ({ code: code as string, name: countryName(code), calling: callingCode(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Returns '+91' for India. */
export function callingCode(country: string): string {
  return `+${getCountryCallingCode(country as CountryCode)}`;
}

/** Digits and separators. A text with other characters is not formatted; the validation rejects it. */
const NUMERIC = /^[\d\s()+.-]*$/;

/**
 * Formats a partly typed number for its country. Returns the country as well, because a number that starts with '+' may
 * change it.
 */
export function formatPhone(text: string, country: string): { text: string; country: string } {
  if (!NUMERIC.test(text)) return { text, country };
  const typing = new AsYouType(country as CountryCode);
  return { text: typing.input(text), country: typing.getCountry() ?? country };
}

/** Formats the number for another country, without its calling code. */
export function toCountry(country: string, text: string): string {
  if (!text.trim().startsWith('+')) return formatPhone(text, country).text;
  const national = parsePhoneNumberFromString(text)?.nationalNumber ?? '';
  return formatPhone(national, country).text;
}
