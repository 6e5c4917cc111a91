import { MAX_PICTURE_BYTES } from '../../../domain/rooms/pictures.ts';
import { picturesMachine } from '../../../machines/desk/pictures/pictures.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { MachineModel } from '../paths.ts';

const file = { name: 'window.jpg', size: 1, type: 'image/jpeg' };

export const pictures: MachineModel = {
  machine: picturesMachine,
  inputs: [
    { use: 'room', limit: 3 },
    { use: 'post', limit: 1 },
  ],
  payloads: {
    'pictures.shown': [{ paths: ['/images/a.jpg', '/images/b.jpg'] }],
    'pictures.chosen': [
      { files: [file], is: 'a picture' },
      { files: [file, file], is: 'two pictures' },
      { files: [{ ...file, size: MAX_PICTURE_BYTES + 1 }], is: 'too large' },
    ],
    'pictures.progressed': [{ percent: 40 }],
    'pictures.moved': [{ path: '/images/a.jpg', by: 1 }],
    'pictures.removePressed': [{ path: '/images/a.jpg' }],
    'xstate.done.actor.upload': [{ output: '/images/uploaded/c.jpg' }],
    'xstate.error.actor.upload': [
      { error: new Failure('FETCH_ERROR') },
      { error: new Failure(400, 'bad-input', '', { fields: { picture: 'must have more pixels' } }) },
    ],
  },
  key: ({ context }) => ({
    queue: Math.min(context.queue.length, 2),
    pictures: Math.min(context.paths.length, 1),
  }),
};
