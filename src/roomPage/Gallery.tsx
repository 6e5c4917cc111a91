import { styled } from '@mui/material/styles';
import type { Room } from '../../contract/rooms.ts';
import { Picture } from '../pictures/Picture.tsx';

const Frame = styled('figure')(({ theme }) => ({
  margin: 0,
  '& ul': {
    display: 'flex',
    gap: theme.spacing(1),
    margin: theme.spacing(0, -2),
    padding: theme.spacing(0, 2),
    listStyle: 'none',
    overflowX: 'auto',
    scrollSnapType: 'x mandatory',
    scrollPaddingInline: theme.spacing(2),
    scrollbarWidth: 'none',
    [theme.breakpoints.up('sm')]: {
      display: 'grid',
      gridTemplateColumns: '2fr 1fr',
      gap: theme.spacing(1.5),
      margin: 0,
      padding: 0,
      overflow: 'hidden',
      borderRadius: 28,
    },
  },
  '& li': { flex: '0 0 92%', scrollSnapAlign: 'start' },
  '& li:only-child': { flexBasis: '100%', gridColumn: '1 / -1' },
  '& .photo': {
    aspectRatio: '3 / 2',
    borderRadius: 20,
    [theme.breakpoints.up('sm')]: { height: '100%', borderRadius: 0 },
  },
  // The whole picture beside two details of it.
  '& li:first-of-type:not(:only-child)': { [theme.breakpoints.up('sm')]: { gridRow: 'span 2' } },
  '& figcaption': {
    marginBlockStart: theme.spacing(1),
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.caption.fontSize,
  },
}));

const NARROW = [400, 800];

/** The room's pictures; those after the first show details of it. A phone swipes through them. */
export const Gallery = ({ of: { images, room_name: name } }: { of: Room }) => (
  <Frame>
    {/* oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls on a phone, also by the keyboard */}
    <ul tabIndex={images.length > 1 ? 0 : -1} aria-label={`Pictures of ${name}`}>
      {images.slice(0, 3).map(({ image }, nth) => (
        <li key={image}>
          <Picture
            className="photo"
            path={image}
            alt={nth === 0 ? `${name}, the room` : `${name}, a detail`}
            sizes={
              nth === 0
                ? '(min-width: 80em) 800px, (min-width: 37.5em) 64vw, 92vw'
                : '(min-width: 80em) 400px, (min-width: 37.5em) 32vw, 92vw'
            }
            isFirst={nth === 0}
            {...(nth > 0 && { widths: NARROW })}
          />
        </li>
      ))}
    </ul>
    <figcaption>Rendered pictures: the room looks like this, things on its tables may differ.</figcaption>
  </Frame>
);
