import { z } from 'zod';
import { PICTURE_RATIOS, type PictureUse } from '../../domain/rooms/pictures.ts';

/** POST picture: the use of the picture. The body is the file. */
export const addPictureQuery = z.object({
  use: z.enum(Object.keys(PICTURE_RATIOS) as [PictureUse, ...PictureUse[]]).default('room'),
});

/** POST picture: the path that rooms and posts store. */
export const addPictureResponse = z.object({ data: z.object({ path: z.string() }) });
export type AddPictureResponse = z.infer<typeof addPictureResponse>;
