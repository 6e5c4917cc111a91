import { styled, type SxProps, type Theme } from '@mui/material/styles';
import { PLACEHOLDER_PICTURE } from '../../../domain/rooms/pictures.ts';
import { apiHost } from '../../app/effects/http.ts';

/** Each picture under /images is stored in these widths, in addition to its fallback. */
const WIDTHS = [400, 800, 1200] as const;

/** The built-in detail pictures have fewer pixels. */
const DETAIL_WIDTHS = [400, 800] as const;

/** Where the theme's layouts have several columns (its breakpoint md). */
const WIDE_SCREEN = '(min-width: 56.25em)';

const Frame = styled('picture')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.sand,
}));

const Image = styled('img')({
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  objectPosition: 'inherit',
  '&[data-faded]': { opacity: 0.55 },
});

interface Props {
  /** As the API returns it, relative to the site's address (spec 3). Without a path, the placeholder is shown. */
  path?: string | undefined;
  alt: string;
  sizes: string;
  /** Width and height, which reserve the space until the picture is loaded. */
  ratio?: readonly [number, number];
  /** If they differ from the usual ones. */
  widths?: readonly number[];
  /**
   * Where this picture is the largest one on the first screen and is loaded with priority: on every screen, or only where
   * the page is wide, because on phones it is further down. Other pictures are loaded lazily.
   */
  firstOn?: 'allScreens' | 'wideScreens' | undefined;
  className?: string;
  /** Of the image within the frame. */
  imageSx?: SxProps<Theme> | undefined;
  /** It replaces a picture that could not be loaded (spec 2). */
  isFaded?: boolean;
  /** Called when the picture cannot be loaded, even if that happened before hydration. */
  onBroken?: (() => void) | undefined;
}

const SITE_IMAGE = /^\/images\/(.+)\.jpg$/;

/** In AVIF, WebP or JPEG, in the smallest sufficient size. */
export function Picture({
  path = PLACEHOLDER_PICTURE,
  alt,
  sizes,
  ratio = [3, 2],
  widths = path.includes('-detail-') ? DETAIL_WIDTHS : WIDTHS,
  firstOn,
  className,
  imageSx,
  isFaded = false,
  onBroken,
}: Props) {
  const name = SITE_IMAGE.exec(path)?.[1];
  const srcSetOf = (format: string) =>
    widths.map((width) => `${apiHost}/images/${name}-${width}.${format} ${width}w`).join(', ');
  const src = /^https?:/.test(path) ? path : `${apiHost}${path}`;
  return (
    <Frame className={className ?? ''}>
      {/* React moves it into the head, only with an `href`, which is for browsers without `imageSrcSet`. The preload uses the
          document's connection. */}
      {firstOn && name && (
        <link
          rel="preload"
          as="image"
          type="image/avif"
          href={`${apiHost}/images/${name}-${widths[0]}.avif`}
          imageSrcSet={srcSetOf('avif')}
          imageSizes={sizes}
          fetchPriority="high"
          {...(firstOn === 'wideScreens' && { media: WIDE_SCREEN })}
        />
      )}
      {name && <source type="image/avif" srcSet={srcSetOf('avif')} sizes={sizes} />}
      {name && <source type="image/webp" srcSet={srcSetOf('webp')} sizes={sizes} />}
      <Image
        src={src}
        alt={alt}
        width={ratio[0] * 400}
        height={ratio[1] * 400}
        loading={firstOn === 'allScreens' ? 'eager' : 'lazy'}
        fetchPriority={firstOn === 'allScreens' ? 'high' : 'auto'}
        decoding="async"
        data-faded={isFaded || undefined}
        {...(imageSx && { sx: imageSx })}
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
