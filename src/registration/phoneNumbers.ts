import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { countryName } from './countryName.ts';

/* What the phone field knows of the world's numbers: heavy, so it is fetched apart from the page. */

/** Every country with its two letters, its name and its calling code ('+91'), by name. */
export const countries = getCountries()
  .map((code) => ({ code: code as string, name: countryName(code), calling: callingCode(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** A country's calling code: '+91'. */
export function callingCode(country: string): string {
  return `+${getCountryCallingCode(country as CountryCode)}`;
}

/** Digits and what people put between them; anything else is left as it is, to be seen and found wrong. */
const NUMERIC = /^[\d\s()+.-]*$/;

/**
 * A number as its country writes it, as far as it is typed; one that begins with '+' says its country itself, and that
 * is the second thing given back.
 */
export function formatted(text: string, country: string): { text: string; country: string } {
  if (!NUMERIC.test(text)) return { text, country };
  const typing = new AsYouType(country as CountryCode);
  return { text: typing.input(text), country: typing.getCountry() ?? country };
}

/** The same number as one of another country: a code that it began with goes. */
export function movedTo(country: string, text: string): string {
  if (!text.trim().startsWith('+')) return formatted(text, country).text;
  const national = parsePhoneNumberFromString(text)?.nationalNumber ?? '';
  return formatted(national, country).text;
}
