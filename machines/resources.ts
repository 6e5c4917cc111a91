import { sendTo } from 'xstate';
import type { BlogPost } from '../contract/blog.ts';
import type { Booking } from '../contract/booking.ts';
import type { MemberDetails } from '../contract/member.ts';
import type { Room } from '../contract/rooms.ts';
import { resourceMachine } from './resource.ts';
import { to } from './system.ts';

/** The rooms of a city; the key is the city. The root opens an actor for each. */
export const roomsMachine = resourceMachine<readonly Room[]>('rooms').provide({
  actions: {
    announce: sendTo(to('root'), ({ context }) => ({
      type: 'rooms.loaded' as const,
      rooms: context.data ?? [],
    })),
  },
});
/** The signed-in user's details, with the balance of points. */
export const memberMachine = resourceMachine<MemberDetails>('member');
/** The signed-in user's bookings. What becomes of an unpaid one, the provider says, or the time. */
export const bookingsMachine = resourceMachine<readonly Booking[]>('bookings', (bookings) =>
  bookings.some(({ status }) => status === 'pending'),
);
/** A blog post; the key is its id. */
export const postMachine = resourceMachine<BlogPost>('post');
