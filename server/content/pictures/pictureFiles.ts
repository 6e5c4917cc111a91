import { createHash } from 'node:crypto';
import { PICTURE_RATIOS, PICTURE_WIDTHS, type PictureUse } from '../../../domain/rooms/pictures.ts';
import { ApiError } from '../../platform/http/apiError.ts';

/** A picture in every width and format, by the ends of the file names: '.jpg', '-400.avif', … */
export interface PictureFiles {
  /** Hash of the uploaded file, with its use. */
  readonly name: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** To decode: a small file can claim any number of pixels. */
const MAX_PIXELS = 60_000_000;
/** The fallback is a JPEG. */
const FALLBACK_WIDTH = 800;
/** Also the minimum width of an upload. */
const FULL_WIDTH = 1200;

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** By its first bytes; null for other formats, such as SVG, which are not passed to the decoder. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heif' | null {
  if (startsWith(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (startsWith(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp';
  return startsWith(bytes, 4, 'ftypavif') || startsWith(bytes, 4, 'ftypmif1') ? 'heif' : null;
}

const unsupportedError = (): ApiError =>
  new ApiError('unsupported-media', 'This is not a picture in JPEG, PNG, WebP or AVIF');

/** Pictures are converted one at a time, because a conversion uses a core and up to 200 MB. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Converts an uploaded picture to the files that pages request: upright, cropped to the ratio of its use, in sRGB, and without
 * EXIF or other metadata. Rejects with 415 for a file that is not a picture in a supported format, even if its type says so,
 * and with 400 for a picture that is too small or has too many pixels.
 */
export function makePictureFiles(bytes: Buffer, use: PictureUse): Promise<PictureFiles> {
  if (formatOf(bytes) === null) return Promise.reject(unsupportedError());
  const result = queue.then(() => convert(bytes, use));
  queue = result.catch(() => undefined);
  return result;
}

async function convert(bytes: Buffer, use: PictureUse): Promise<PictureFiles> {
  const format = formatOf(bytes);
  // The library is loaded with the first picture, because it slows the start of the server.
  const { default: sharp } = await import('sharp');
  const heightOf = (width: number): number => Math.round(width / PICTURE_RATIOS[use]);
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  try {
    // The metadata is read from the header, without decoding any pixels.
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (metadata.format !== format || (format === 'heif' && metadata.compression !== 'av1'))
      throw unsupportedError();
    const { width, height } = metadata.autoOrient;
    if (width < FULL_WIDTH || height < heightOf(FULL_WIDTH)) {
      const requirement = `must have at least ${FULL_WIDTH} × ${heightOf(FULL_WIDTH)} pixels`;
      throw new ApiError('bad-input', `A picture ${requirement}; this one has ${width} × ${height}`, {
        fields: { picture: requirement },
      });
    }
    if (width * height > MAX_PIXELS) {
      const requirement = `must have at most ${MAX_PIXELS / 1_000_000} million pixels`;
      throw new ApiError('bad-input', `A picture ${requirement}; this one has ${width} × ${height}`, {
        fields: { picture: requirement },
      });
    }
    const source = await sharp(bytes, options)
      .autoOrient()
      .resize(FULL_WIDTH, heightOf(FULL_WIDTH), { fit: 'cover', kernel: 'lanczos3' })
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const resized = (size: number) => sharp(source).resize(size, heightOf(size), { kernel: 'lanczos3' });
    const files = new Map<string, Buffer>();
    for (const size of PICTURE_WIDTHS) {
      files.set(`-${size}.avif`, await resized(size).avif({ quality: 50, effort: 3 }).toBuffer());
      files.set(`-${size}.webp`, await resized(size).webp({ quality: 72, smartSubsample: true }).toBuffer());
    }
    files.set('.jpg', await resized(FALLBACK_WIDTH).jpeg({ quality: 78, mozjpeg: true }).toBuffer());
    return { name: nameOf(bytes, use), files };
  } catch (error) {
    // The decoder's message about a broken file is not sent to the client.
    throw error instanceof ApiError ? error : unsupportedError();
  }
}

/** The same file for the same use has the same name, so it is stored once. */
const nameOf = (bytes: Buffer, use: PictureUse): string =>
  createHash('sha256').update(use).update(bytes).digest('hex').slice(0, 24);
