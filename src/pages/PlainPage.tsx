import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { ArrowRightIcon } from '../icons/interface.tsx';
import { Picture } from '../pictures/Picture.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { pageWidth } from '../shell/pageWidth.ts';

const Page = styled('div')(({ theme }) => ({
  ...pageWidth(),
  display: 'grid',
  gap: theme.spacing(5),
  alignItems: 'center',
  paddingBlock: theme.spacing(5, 9),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.1fr)',
    gap: theme.spacing(8),
    minHeight: 'calc(100vh - 8rem)',
    paddingBlock: theme.spacing(7),
  },
  '& .eyebrow': { ...theme.typography.overline, margin: 0, color: theme.vars.palette.secondary.main },
  '& h1': { ...theme.typography.h1, margin: theme.spacing(1, 0, 2) },
  '& .lead': {
    ...theme.typography.subtitle1,
    maxWidth: '54ch',
    margin: theme.spacing(0, 0, 4),
    color: theme.vars.palette.text.secondary,
  },
  '& .photo': {
    aspectRatio: '5 / 4',
    borderRadius: 32,
    [theme.breakpoints.down('md')]: { aspectRatio: '3 / 2' },
  },
}));

interface Props {
  /** The page's name in the browser's tab. */
  name: string;
  eyebrow: string;
  title: string;
  picture: string;
  pictureRatio?: readonly [number, number];
  children: ReactNode;
}

/** A page of one thought, one picture and the way on to the rooms. */
export const PlainPage = ({ name, eyebrow, title, picture, pictureRatio = [3, 2], children }: Props) => (
  <Page>
    <PageTitle>{name}</PageTitle>
    <div>
      <p className="eyebrow">{eyebrow}</p>
      <h1>{title}</h1>
      <p className="lead">{children}</p>
      <ButtonLink to="/meeting-room" iconAfter={<ArrowRightIcon />}>
        Find a meeting room
      </ButtonLink>
    </div>
    <Picture
      className="photo"
      path={picture}
      ratio={pictureRatio}
      alt=""
      sizes="(min-width: 1280px) 600px, (min-width: 900px) 50vw, calc(100vw - 2rem)"
      isFirst
    />
  </Page>
);
