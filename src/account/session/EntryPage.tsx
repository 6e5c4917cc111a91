import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { styled } from '@mui/material/styles';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(6),
  alignItems: 'center',
  paddingBlock: theme.spacing(5, 8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1.15fr) minmax(22rem, 27rem)',
    minHeight: 'calc(100vh - 8rem)',
    paddingBlock: theme.spacing(6),
  },
  '& .photo': {
    aspectRatio: '4 / 3',
    borderRadius: 28,
    [theme.breakpoints.down('md')]: { display: 'none' },
  },
  '& .panel': { width: '100%', maxWidth: '27rem', marginInline: 'auto' },
  '& h1': { fontSize: 'clamp(2rem, 1.6rem + 1.6vw, 2.75rem)' },
  '& .lead': { margin: theme.spacing(1, 0, 4), color: theme.vars.palette.text.secondary },
}));

interface Props {
  title: string;
  lead: ReactNode;
  /** The form. */
  children: ReactNode;
}

/** The layout of the pages for sign-in and account recovery: a form beside a picture, which is hidden on phones. */
export const EntryPage = ({ title, lead, children }: Props) => (
  <Page>
    <Picture
      className="photo"
      path="/images/room-02-round-oak-6.jpg"
      alt=""
      sizes="(min-width: 900px) 55vw, 0px"
    />
    <div className="panel">
      <Typography variant="h1">{title}</Typography>
      <p className="lead">{lead}</p>
      {children}
    </div>
  </Page>
);
