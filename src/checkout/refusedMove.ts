import type { Failure } from '../../machines/failure.ts';

const STANDS = 'Nothing was charged, and your booking stands as it was.';

/** Why a move was refused for good, in words that say what to do. */
export function refusedMove({ code, message }: Failure): { title: string; text: string } {
  switch (code) {
    case 'terms-changed':
      return {
        title: 'The price of this move has changed',
        text: `${STANDS} Choose the time again to see the new price.`,
      };
    case 'too-late-to-move':
      return {
        title: 'It is too late to move this booking',
        text: `A booking can be moved only while cancelling it is free. ${STANDS}`,
      };
    case 'same-times':
      return {
        title: 'Your booking has these times already',
        text: 'Nothing was charged. It may have been moved in another window.',
      };
    case 'called-off':
      return {
        title: 'This booking is cancelled',
        text: 'It was cancelled meanwhile, so it cannot be moved. Nothing was charged.',
      };
    case 'already-begun':
      return { title: 'This booking has begun', text: `It cannot be moved any more. ${STANDS}` };
    default:
      return {
        title: 'The booking could not be moved',
        text: message === '' ? STANDS : `${message}. ${STANDS}`,
      };
  }
}
