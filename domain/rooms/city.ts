/** As the API spells them. The only location is Chennai (spec 5). */
export const CITIES = ['chennai'] as const;
export type City = (typeof CITIES)[number];
