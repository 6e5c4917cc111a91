import { brand } from './brand.ts';

/** Spec 2. */
export const NETWORKS = ['Instagram', 'YouTube', 'Facebook', 'LinkedIn', 'X'] as const;
export type Network = (typeof NETWORKS)[number];

/** The business that rents out the rooms, as the public pages name it. */
export interface Business {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
  readonly phone: string;
  readonly email: string;
  /** The place on a map, as a URL; null without one. */
  readonly map: string | null;
  /** The number of the WhatsApp account, in international form; null without one. */
  readonly whatsapp: string | null;
  readonly social: Readonly<Record<Network, string | null>>;
}

/** The business with the year of the page, in IST, for the copyright line. */
export interface ShownBusiness extends Business {
  readonly year: number;
}

const builtLinks: ReadonlyMap<string, string> = new Map(brand.social.map(({ name, href }) => [name, href]));
const builtSocial = Object.fromEntries(
  NETWORKS.map((network) => [network, builtLinks.get(network) ?? null]),
) as Record<Network, string | null>;

/** The business of the build: what pages show until an owner has entered the details. */
export const builtBusiness: ShownBusiness = {
  name: brand.business.name,
  address: brand.business.address,
  gstin: brand.business.gstin,
  phone: brand.contact.phone,
  email: brand.contact.email,
  map: null,
  whatsapp: null,
  social: builtSocial,
  year: brand.copyrightYear,
};

/** The details that must be the business's own before it takes bookings, in words. */
const requiredDetails = {
  name: 'name',
  address: 'address',
  gstin: 'GSTIN',
  phone: 'phone number',
  email: 'email address',
} as const satisfies Partial<Record<keyof Business, string>>;

/** The details that are still those of the demo, in words; none in a build with the details of a real business. */
export const demoDetails = (business: Business): string[] =>
  brand.business.isDemo
    ? Object.entries(requiredDetails).flatMap(([field, words]) =>
        business[field as keyof typeof requiredDetails] ===
        builtBusiness[field as keyof typeof requiredDetails]
          ? [words]
          : [],
      )
    : [];

/** The copyright line's years: the year of the brand, up to the year of the page. */
export const copyrightYears = ({ year }: Pick<ShownBusiness, 'year'>): string =>
  year > brand.copyrightYear ? `${brand.copyrightYear}–${year}` : `${brand.copyrightYear}`;

export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`;

export const whatsappLink = (number: string): string => `https://wa.me/${number.replaceAll(/\D/g, '')}`;
