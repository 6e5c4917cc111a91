/** The formats in which a picture may be uploaded; what decides is its content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** The largest picture that may be uploaded, in bytes. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

/** What pictures are for, with the ratio in which pages show them. */
export const PICTURE_RATIOS = { room: 3 / 2, post: 16 / 9 } as const;
export type PictureUse = keyof typeof PICTURE_RATIOS;

/** The widths in which a picture is kept, in pixels: those of the pictures that come with the site. The largest is the least that an upload must have. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;

/** What is shown where there is no picture. */
export const PLACEHOLDER_PICTURE = '/images/placeholder.jpg';

/** The longest text that stands for a picture. */
export const MAX_ALT_LENGTH = 200;

/** The path of an uploaded picture by its name. */
export const uploadedPicturePath = (name: string): string => `/images/uploaded/${name}.jpg`;

const UPLOADED_PICTURE_PATH = /^\/images\/uploaded\/([a-f\d]{24})\.jpg$/;

/** The name of the uploaded picture at a path; null for any other path. */
export const uploadedPictureName = (path: string): string | null =>
  UPLOADED_PICTURE_PATH.exec(path)?.[1] ?? null;

/** The paths of the uploaded pictures that a text in Markdown names, in any width and format. */
export const uploadedPicturesIn = (text: string): readonly string[] => [
  ...new Set(
    Array.from(text.matchAll(/\/images\/uploaded\/([a-f\d]{24})/g), ([, name = '']) =>
      uploadedPicturePath(name),
    ),
  ),
];

/** Why a file need not be sent, in words; null when the server is to decide. Browsers do not know the type of every file. */
export function pictureProblem({
  size,
  type,
}: {
  readonly size: number;
  readonly type: string;
}): string | null {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type)) {
    return 'Only pictures in JPEG, PNG, WebP or AVIF can be uploaded';
  }
  if (size > MAX_PICTURE_BYTES) {
    return `This picture has ${Math.ceil(size / 1024 / 1024)} MB; at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB can be uploaded`;
  }
  return null;
}
