import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { countryName } from './countryName.ts';

/* The phone number rules of all countries. They are large and loaded separately from the page. */

/** Every country with its ISO 3166 code, name and calling code ('+91'), sorted by name. */
export const countries = getCountries()
  .map((code) => ({ code: code as string, name: countryName(code), calling: callingCode(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** A country's calling code: '+91'. */
export function callingCode(country: string): string {
  return `+${getCountryCallingCode(country as CountryCode)}`;
}

/** Digits and separators. Other characters are kept for the validation to reject. */
const NUMERIC = /^[\d\s()+.-]*$/;

/**
 * Formats a partly typed number for its country. A number that begins with '+' names its country, which is returned
 * as well.
 */
export function formatted(text: string, country: string): { text: string; country: string } {
  if (!NUMERIC.test(text)) return { text, country };
  const typing = new AsYouType(country as CountryCode);
  return { text: typing.input(text), country: typing.getCountry() ?? country };
}

/** The number in another country's format, without its leading calling code. */
export function movedTo(country: string, text: string): string {
  if (!text.trim().startsWith('+')) return formatted(text, country).text;
  const national = parsePhoneNumberFromString(text)?.nationalNumber ?? '';
  return formatted(national, country).text;
}
