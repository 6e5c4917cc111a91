import { durationText } from '../../domain/rooms/durations.ts';
import { fieldError, type ApiError } from '../platform/http/apiError.ts';
import type { LengthRule } from './bookingRules.ts';

/** 400 for a booking that is shorter or longer than its room allows. */
export const lengthError = (
  broken: LengthRule,
  { min_slots, max_slots }: { readonly min_slots: number; readonly max_slots: number },
): ApiError =>
  broken === 'too-short'
    ? fieldError('ctime', `must be at least ${durationText(min_slots)} after the start in this room`)
    : fieldError('ctime', `must be at most ${durationText(max_slots)} after the start in this room`);
