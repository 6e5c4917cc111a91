/** The server decides by the content of a file, not by its name. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

/** The uses of pictures with the aspect ratio in which pages show them. */
export const PICTURE_RATIOS = { room: 3 / 2, post: 16 / 9 } as const;
export type PictureUse = keyof typeof PICTURE_RATIOS;

/** In pixels, as for the pictures of the build. An upload must have at least the largest width. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;

export const PLACEHOLDER_PICTURE = '/images/placeholder.jpg';

export const MAX_ALT_LENGTH = 200;

export const uploadedPicturePath = (name: string): string => `/images/uploaded/${name}.jpg`;

const UPLOADED_PICTURE_PATH = /^\/images\/uploaded\/([a-f\d]{24})\.jpg$/;

/** The name of the uploaded picture at a path; null for any other path. */
export const uploadedPictureName = (path: string): string | null =>
  UPLOADED_PICTURE_PATH.exec(path)?.[1] ?? null;

/** The paths of the uploaded pictures in a Markdown text, for pictures of any width and format. */
export const uploadedPicturesIn = (text: string): readonly string[] => [
  ...new Set(
    Array.from(text.matchAll(/\/images\/uploaded\/([a-f\d]{24})/g), ([, name = '']) =>
      uploadedPicturePath(name),
    ),
  ),
];

/**
 * Why a file is refused before it is sent, as a text for the screen; null when the server must decide. `type` is '' when the
 * browser does not know it.
 */
export function pictureProblem({
  size,
  type,
}: {
  readonly size: number;
  readonly type: string;
}): string | null {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type)) {
    return 'Only JPEG, PNG, WebP and AVIF pictures can be uploaded';
  }
  if (size > MAX_PICTURE_BYTES) {
    return `This picture is ${Math.ceil(size / 1024 / 1024)} MB; at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB can be uploaded`;
  }
  return null;
}
