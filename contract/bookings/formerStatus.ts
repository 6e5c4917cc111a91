import type { z } from 'zod';

/**
 * The state of a booking under its former name, as clients of version 0.1 read it: 'called_off' is the state 'cancelled', 'cancelled'
 * is 'released', 'moving' is 'pending_move', and 'not_moved' is 'move_failed'. Version 0.3 no longer sends it.
 */
export const formerStatus = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({
    deprecated: true,
    description:
      'The former name of `state`: `called_off` is the state `cancelled`, `cancelled` is `released`, `moving` is `pending_move`, ' +
      '`not_moved` is `move_failed`. Version 0.3 no longer sends it.',
  });
