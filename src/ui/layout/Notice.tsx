import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';

const Panel = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  maxWidth: '36rem',
  marginInline: 'auto',
  padding: theme.spacing(7, 2),
  textAlign: 'center',
}));

const Sign = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 72,
  height: 72,
  marginBlockEnd: theme.spacing(2.5),
  borderRadius: '36px 36px 20px 20px',
  backgroundColor: theme.vars.palette.tint,
  color: theme.vars.palette.primary.main,
  fontSize: '2rem',
}));

const Title = styled('h2')(({ theme }) => ({ ...theme.typography.h2, margin: 0 }));

const Text = styled('p')(({ theme }) => ({
  ...theme.typography.subtitle1,
  textWrap: 'pretty',
  margin: theme.spacing(1.25, 0, 0),
  color: theme.vars.palette.text.secondary,
  // A text may have links.
  '& a': { color: theme.vars.palette.primary.main, fontWeight: 650, whiteSpace: 'nowrap' },
}));

interface Props {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  level?: 'h1' | 'h2';
  children?: ReactNode;
}

/** An empty or failed state: the reason, and what to do next. */
export const Notice = ({ icon, title, text, level = 'h2', children }: Props) => (
  <Panel>
    <Sign>{icon}</Sign>
    <Title as={level}>{title}</Title>
    <Text>{text}</Text>
    {children && (
      <Stack
        direction="row"
        sx={{ gap: 1.5, flexWrap: 'wrap', justifyContent: 'center', marginBlockStart: 3.5 }}
      >
        {children}
      </Stack>
    )}
  </Panel>
);
