import { styled } from '@mui/material/styles';
import { preload } from 'react-dom';
import { PLACEHOLDER_PICTURE } from '../../domain/pictures.ts';
import { apiHost } from '../effects/http.ts';

/** The widths in which each picture under /images is stored, in addition to its fallback. */
const WIDTHS = [400, 800, 1200] as const;

/** The widths of the built-in detail pictures, which have fewer pixels. */
const DETAIL_WIDTHS = [400, 800] as const;

const Frame = styled('picture')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.sand,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
}));

interface Props {
  /** The path as the API returns it, relative to the site's address (spec 3). Without a path, the placeholder is shown. */
  path?: string | undefined;
  alt: string;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Width and height, which reserve the space until the picture is loaded. */
  ratio?: readonly [number, number];
  /** The stored widths, if they differ from the usual ones. */
  widths?: readonly number[];
  /** True for the largest picture on the first screen, which is loaded with priority. Other pictures are loaded lazily. */
  isFirst?: boolean;
  className?: string;
  /** Called when the picture cannot be loaded, even if that happened before hydration. */
  onBroken?: (() => void) | undefined;
}

const SITE_IMAGE = /^\/images\/(.+)\.jpg$/;

/** A picture in AVIF, WebP or JPEG, in the smallest sufficient size. */
export function Picture({
  path = PLACEHOLDER_PICTURE,
  alt,
  sizes,
  ratio = [3, 2],
  widths = path.includes('-detail-') ? DETAIL_WIDTHS : WIDTHS,
  isFirst = false,
  className,
  onBroken,
}: Props) {
  const name = SITE_IMAGE.exec(path)?.[1];
  const srcSetOf = (format: string) =>
    widths.map((width) => `${apiHost}/images/${name}-${width}.${format} ${width}w`).join(', ');
  const src = /^https?:/.test(path) ? path : `${apiHost}${path}`;
  if (isFirst && name) {
    // A preload before the fonts uses the document's connection.
    preload(src, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: srcSetOf('avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  return (
    <Frame className={className ?? ''}>
      {name && <source type="image/avif" srcSet={srcSetOf('avif')} sizes={sizes} />}
      {name && <source type="image/webp" srcSet={srcSetOf('webp')} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={ratio[0] * 400}
        height={ratio[1] * 400}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        {...(onBroken && {
          onError: onBroken,
          ref: (img: HTMLImageElement | null) => {
            if (img?.complete && img.naturalWidth === 0) onBroken();
          },
        })}
      />
    </Frame>
  );
}
