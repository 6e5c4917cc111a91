import Stack from '@mui/material/Stack';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { brandColours } from '../theme/palette.ts';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: 'calc(100vh - 8rem)',
  paddingBlock: theme.spacing(6, 10),
  textAlign: 'center',
}));

const Doorways = styled('svg')(({ theme }) => ({
  width: 'min(15rem, 60vw)',
  height: 'auto',
  color: theme.vars.palette.primary.main,
}));

const Text = styled('p')(({ theme }) => ({
  ...theme.typography.subtitle1,
  textWrap: 'pretty',
  maxWidth: '29.5em',
  margin: theme.spacing(1.5, 0, 4),
  color: theme.vars.palette.text.secondary,
}));

interface Props {
  title: string;
  text: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** For an unknown address. */
export const EmptyState = ({ title, text, children }: Props) => (
  <Page>
    {/* Two filled doorways with a dashed one between them. */}
    <Doorways viewBox="0 0 240 120" fill="none" aria-hidden="true">
      <path d="M4 116h232" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path d="M22 114V66a26 26 0 0 1 52 0v48z" fill={brandColours.brass} />
      <path d="M94 114V66a26 26 0 0 1 52 0v48z" stroke="currentColor" strokeWidth="3" strokeDasharray="7 7" />
      <path d="M166 114V66a26 26 0 0 1 52 0v48z" fill={brandColours.clay} />
      <circle cx="64" cy="84" r="3" fill={brandColours.teal} />
      <circle cx="208" cy="84" r="3" fill={brandColours.teal} />
    </Doorways>
    <Typography variant="h1" sx={{ marginBlockStart: 4 }}>
      {title}
    </Typography>
    <Text>{text}</Text>
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', justifyContent: 'center' }}>
      {children}
    </Stack>
  </Page>
);
