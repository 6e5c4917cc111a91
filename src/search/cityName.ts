import type { City } from '../../domain/validation.ts';

/** A city as people write it: 'chennai' is 'Chennai'. */
export const cityName = (city: City): string => city.charAt(0).toUpperCase() + city.slice(1);
