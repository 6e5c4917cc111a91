import { preload } from 'react-dom';
import { apiHost } from '../effects/http.ts';
import { styled } from '@mui/material/styles';

/** The widths in which each picture under /images is kept, beside its fallback. */
const WIDTHS = [400, 800, 1200] as const;

/** Those of a part of a picture that comes with the site, which has no more pixels. */
const NARROW = [400, 800] as const;

const Frame = styled('picture')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.sand,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
}));

interface Props {
  /** The path as the API gives it, relative to the site's address (spec 3). */
  path: string;
  alt: string;
  /** How wide it is shown, in the words of `sizes`. */
  sizes: string;
  /** Width by height, for the room that it keeps before it is there. */
  ratio?: readonly [number, number];
  /** Wider than the usual widths; only the hero has it. */
  widths?: readonly number[];
  /** The largest thing on the first screen is fetched first, anything else when it comes near. */
  isFirst?: boolean;
  className?: string;
  /** Called when the picture cannot be loaded, also when that happened before hydration. */
  onBroken?: (() => void) | undefined;
}

const OWN = /^\/images\/(.+)\.jpg$/;

/** A picture in the newest format and the smallest sufficient size. */
export function Picture({
  path,
  alt,
  sizes,
  ratio = [3, 2],
  widths = path.includes('-detail-') ? NARROW : WIDTHS,
  isFirst = false,
  className,
  onBroken,
}: Props) {
  const name = OWN.exec(path)?.[1];
  const setOf = (format: string) =>
    widths.map((width) => `${apiHost}/images/${name}-${width}.${format} ${width}w`).join(', ');
  const src = /^https?:/.test(path) ? path : `${apiHost}${path}`;
  if (isFirst && name) {
    // Preloaded before the fonts, it uses the document's connection.
    preload(src, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: setOf('avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  return (
    <Frame className={className ?? ''}>
      {name && <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />}
      {name && <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />}
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
