import { fromPromise } from 'xstate';
import { MAX_PICTURES } from '../../../domain/rooms/roomFields.ts';
import { defineFlow } from '../../engine/flow.ts';
import { picturesMachine, type PicturesInput, type Upload } from './pictures.ts';

/** Promises reject with a Failure. */
interface Needs {
  readonly pictures: {
    /** Returns the path of the uploaded picture. */
    upload(upload: Upload, signal: AbortSignal): Promise<string>;
  };
}

const pictureFlow = <const Id extends string>(id: Id, input: PicturesInput) =>
  defineFlow({
    id,
    machine: picturesMachine,
    whenSessionEnds: 'cleared',
    needs: ['pictures'],
    provide: (machine, { pictures }: Needs) =>
      machine.provide({
        actors: { upload: fromPromise(({ input: upload, signal }) => pictures.upload(upload, signal)) },
      }),
    input: () => input,
  });

/** The pictures of a room, the picture above a post, and the pictures in its text. */
export const pictureFlows = [
  pictureFlow('roomPictures', { use: 'room', limit: MAX_PICTURES }),
  pictureFlow('postPicture', { use: 'post', limit: 1 }),
  pictureFlow('textPictures', { use: 'post', limit: 1 }),
] as const;
