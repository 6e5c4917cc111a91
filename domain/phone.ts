import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { DEFAULT_PHONE_COUNTRY } from './validation.ts';

/**
 * The international form ('+919840012345') of a number that parses and is valid for its country, else null (spec 5).
 * A file of its own because its number plans weigh more than the rest of the rules together.
 */
export function internationalPhone(
  text: string,
  country: CountryCode = DEFAULT_PHONE_COUNTRY,
): string | null {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() ? number.number : null;
}

/** A number as people read it ('+91 98400 12345'); anything that is none stays as it is. */
export const readablePhone = (text: string): string =>
  parsePhoneNumberFromString(text, DEFAULT_PHONE_COUNTRY)?.formatInternational() ?? text;
