import Box from '@mui/material/Box';
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
}));

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '4 / 3',
  borderRadius: 28,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

interface Props {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** For sign-in and account recovery. The picture is hidden on phones. */
export const EntryPage = ({ title, lead, children }: Props) => (
  <Page>
    <Photo path="/images/room-02-round-oak-6.jpg" alt="" sizes="(min-width: 900px) 55vw, 0px" />
    <Box sx={{ width: '100%', maxWidth: '27rem', marginInline: 'auto' }}>
      <Typography variant="h1" sx={{ fontSize: 'clamp(2rem, 1.6rem + 1.6vw, 2.75rem)' }}>
        {title}
      </Typography>
      <Box component="p" sx={{ marginBlockStart: 1, marginBlockEnd: 4, color: 'text.secondary' }}>
        {lead}
      </Box>
      {children}
    </Box>
  </Page>
);
