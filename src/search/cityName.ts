import type { City } from '../../domain/validation.ts';

/** The display name of a city: 'Chennai' for 'chennai'. */
export const cityName = (city: City): string => city.charAt(0).toUpperCase() + city.slice(1);
