import { z } from 'zod';
import { isPricePerHour, parsePricePerHour, PRICE_FORMAT } from '../../domain/money/pricing.ts';
import { MAX_PRICE_PER_HOUR } from '../../domain/rooms/roomFields.ts';

/** A price per hour in rupees, parsed to paise: whole, even rupees (ruling 8), more than 0 and at most ₹1,00,000. */
export const pricePerHour = z
  .union([z.number(), z.string()], PRICE_FORMAT)
  .transform((amount) => parsePricePerHour(String(amount)))
  .refine(isPricePerHour, PRICE_FORMAT)
  .refine((paise) => paise <= MAX_PRICE_PER_HOUR, `must be at most ${MAX_PRICE_PER_HOUR / 100}`);
