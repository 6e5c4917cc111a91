import { styled } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import { PLACEHOLDER_PICTURE, uploadedPictureName } from '../../../domain/rooms/pictures.ts';
import { Picture } from '../../ui/pictures/Picture.tsx';

const Frame = styled('figure')({ margin: 0 });

const List = styled('ul')(({ theme }) => ({
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
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: theme.spacing(1.5),
    margin: 0,
    padding: 0,
    overflow: 'hidden',
    borderRadius: 28,
  },
}));

// The first picture is large, with two detail pictures next to it. The others follow in rows of three; the last fills its row.
const Item = styled('li')(({ theme }) => ({
  flex: '0 0 92%',
  scrollSnapAlign: 'start',
  '&:only-child': { flexBasis: '100%', gridColumn: '1 / -1' },
  [theme.breakpoints.up('sm')]: {
    '&:first-of-type:not(:only-child)': { gridArea: 'span 2 / span 2' },
    '&:nth-of-type(2):last-of-type': { gridRow: 'span 2' },
    '&:nth-of-type(3n + 5):last-of-type': { gridColumn: 'span 2' },
    '&:nth-of-type(3n + 4):last-of-type': { gridColumn: '1 / -1' },
  },
}));

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '3 / 2',
  borderRadius: 20,
  [theme.breakpoints.up('sm')]: {
    height: '100%',
    borderRadius: 0,
    'li:nth-of-type(3n + 5):last-of-type > &': { aspectRatio: '3 / 1' },
    'li:nth-of-type(3n + 4):last-of-type > &': { aspectRatio: '9 / 2' },
  },
}));

const NoPhoto = styled(Photo)(({ theme }) => ({
  aspectRatio: '3 / 1',
  [theme.breakpoints.up('sm')]: { height: 'auto', borderRadius: 28 },
}));

const Caption = styled('figcaption')(({ theme }) => ({
  marginBlockStart: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
}));

const WIDE_SIZES = '(min-width: 80em) 800px, (min-width: 37.5em) 64vw, 92vw';

/** The room first, then details of it. On a phone the pictures scroll sideways. */
export const Gallery = ({ room: { images, roomName: name } }: { room: Room }) => {
  if ((images[0]?.image ?? PLACEHOLDER_PICTURE) === PLACEHOLDER_PICTURE) {
    return (
      <Frame>
        <NoPhoto alt="" sizes={WIDE_SIZES} firstOn="allScreens" />
        <Caption>{`There are no pictures of ${name} yet.`}</Caption>
      </Frame>
    );
  }
  return (
    <Frame>
      {/* A scrollable element must be focusable (WCAG 2.1.1). */}
      <List tabIndex={images.length > 1 ? 0 : -1} aria-label={`Pictures of ${name}`}>
        {images.map(({ image, alt }, index) => (
          <Item key={image}>
            <Photo
              path={image}
              alt={alt ?? (index === 0 ? `${name}, the room` : `${name}, a detail`)}
              sizes={
                index === 0 || (index > 2 && index % 3 < 2 && index === images.length - 1)
                  ? WIDE_SIZES
                  : '(min-width: 80em) 400px, (min-width: 37.5em) 32vw, 92vw'
              }
              firstOn={index === 0 ? 'allScreens' : undefined}
            />
          </Item>
        ))}
      </List>
      {images.some(({ image }) => uploadedPictureName(image) === null) && (
        <Caption>Rendered pictures: the room looks like this, but items on the tables may differ.</Caption>
      )}
    </Frame>
  );
};
