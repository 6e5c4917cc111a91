import { z } from 'zod';
import { PICTURE_RATIOS, type PictureUse } from '../domain/pictures.ts';

/** POST picture: what it is for. The body is the file itself. */
export const addPictureQuery = z.object({
  use: z.enum(Object.keys(PICTURE_RATIOS) as [PictureUse, ...PictureUse[]]).default('room'),
});

/** POST picture: the path under which rooms and posts name it. */
export const addPictureResponse = z.object({ data: z.object({ path: z.string() }) });
export type AddPictureResponse = z.infer<typeof addPictureResponse>;
