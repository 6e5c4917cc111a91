import { createHash } from 'node:crypto';
import { PICTURE_RATIOS, PICTURE_WIDTHS, type PictureUse } from '../../domain/pictures.ts';
import { ApiError } from '../apiError.ts';

/** A picture in every width and format, by the ends of their names: '.jpg', '-400.avif', … */
export interface PictureFiles {
  /** The hash of what was uploaded, and of its use. */
  readonly name: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** No more pixels are decoded: a small file can claim to have any number of them. */
const MAX_PIXELS = 60_000_000;
/** The width of the fallback, which is a JPEG. */
const FALLBACK_WIDTH = 800;
/** The largest width, which an upload must have. */
const FULL_WIDTH = 1200;

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** The format of a file by its first bytes; null for any other, such as SVG, which no decoder gets to see. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heif' | null {
  if (startsWith(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (startsWith(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp';
  return startsWith(bytes, 4, 'ftypavif') || startsWith(bytes, 4, 'ftypmif1') ? 'heif' : null;
}

const unsupported = (): ApiError =>
  new ApiError('unsupported-media', 'This is no picture in JPEG, PNG, WebP or AVIF');

/** One picture at a time: decoding takes a core and up to 200 MB. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes an uploaded picture into the files that pages ask for: upright, cut to the ratio of its use, in sRGB, without EXIF or
 * any other metadata. Refuses (415) what is no such picture, also under the name of one, and (400) one that is too small or has
 * too many pixels.
 */
export function makePictureFiles(bytes: Buffer, use: PictureUse): Promise<PictureFiles> {
  if (formatOf(bytes) === null) return Promise.reject(unsupported());
  const made = queue.then(() => convert(bytes, use));
  queue = made.catch(() => undefined);
  return made;
}

async function convert(bytes: Buffer, use: PictureUse): Promise<PictureFiles> {
  const format = formatOf(bytes);
  // Loaded with the first picture: its library is not needed to start.
  const { default: sharp } = await import('sharp');
  const heightOf = (width: number): number => Math.round(width / PICTURE_RATIOS[use]);
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  try {
    // What its head claims, which decodes none of them.
    const found = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) throw unsupported();
    const { width, height } = found.autoOrient;
    if (width < FULL_WIDTH || height < heightOf(FULL_WIDTH)) {
      const least = `must have at least ${FULL_WIDTH} × ${heightOf(FULL_WIDTH)} pixels`;
      throw new ApiError('bad-input', `A picture ${least}; this one has ${width} × ${height}`, {
        fields: { picture: least },
      });
    }
    if (width * height > MAX_PIXELS) {
      const most = `must have at most ${MAX_PIXELS / 1_000_000} million pixels`;
      throw new ApiError('bad-input', `A picture ${most}; this one has ${width} × ${height}`, {
        fields: { picture: most },
      });
    }
    const source = await sharp(bytes, options)
      .autoOrient()
      .resize(FULL_WIDTH, heightOf(FULL_WIDTH), { fit: 'cover', kernel: 'lanczos3' })
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const at = (size: number) => sharp(source).resize(size, heightOf(size), { kernel: 'lanczos3' });
    const files = new Map<string, Buffer>();
    for (const size of PICTURE_WIDTHS) {
      files.set(`-${size}.avif`, await at(size).avif({ quality: 50, effort: 3 }).toBuffer());
      files.set(`-${size}.webp`, await at(size).webp({ quality: 72, smartSubsample: true }).toBuffer());
    }
    files.set('.jpg', await at(FALLBACK_WIDTH).jpeg({ quality: 78, mozjpeg: true }).toBuffer());
    return { name: nameOf(bytes, use), files };
  } catch (error) {
    // What the decoder says about a broken file is not for the client.
    throw error instanceof ApiError ? error : unsupported();
  }
}

/** The same file for the same use is the same picture. */
const nameOf = (bytes: Buffer, use: PictureUse): string =>
  createHash('sha256').update(use).update(bytes).digest('hex').slice(0, 24);
