import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { asciiDigits } from '../text/typedText.ts';
import { DEFAULT_PHONE_COUNTRY } from './registration.ts';

/**
 * The international form ('+919840012345') of a valid phone number of a country; null for any other text (spec 5). It has a
 * separate file, because its number plans are larger than all other rules together. `parse`: the page has the small number plans,
 * which have only the lengths of numbers; the contract has the full ones.
 */
export function internationalPhone(
  text: string,
  country: CountryCode = DEFAULT_PHONE_COUNTRY,
  parse = parsePhoneNumberFromString,
): string | null {
  const number = parse(asciiDigits(text), country);
  return number?.isValid() ? number.number : null;
}

/** A phone number formatted for people ('+91 98400 12345'); other text is returned unchanged. */
export const readablePhone = (text: string): string =>
  parsePhoneNumberFromString(text, DEFAULT_PHONE_COUNTRY)?.formatInternational() ?? text;
