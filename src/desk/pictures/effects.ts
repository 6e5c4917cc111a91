import type { AddPictureResponse } from '../../../contract/desk/pictures.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** Longer than uploading and processing the largest picture takes on a slow connection. */
const TIMEOUT_MS = 90_000;

/** Resolves to the path of the stored picture. */
export const createPictureEffects = (authenticatedRequest: Send): DeskEffects['pictures'] => ({
  async upload({ file, use, onProgress }, signal) {
    const { data } = await authenticatedRequest<AddPictureResponse>({
      method: 'post',
      url: deskPaths.addPicture,
      params: { use },
      data: file,
      signal,
      timeout: TIMEOUT_MS,
      transformRequest: (bytes: unknown, headers) => {
        headers.setContentType(file?.type || 'application/octet-stream');
        return bytes;
      },
      onUploadProgress: ({ progress = 0 }) => onProgress(Math.round(progress * 100)),
    });
    return data.path;
  },
});
