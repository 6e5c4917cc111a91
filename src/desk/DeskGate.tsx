import Card from '@mui/material/Card';
import Container from '@mui/material/Container';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Brandmark } from '../app/layout/Brandmark.tsx';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(3),
  minHeight: '100vh',
  paddingBlock: theme.spacing(4),
})) as typeof Container;

export const GateForm = styled('form')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2.5) }));

export const GateText = styled('p')(({ theme }) => ({ margin: theme.spacing(1, 0, 2.5) }));

interface Props {
  readonly title: string;
  readonly maxWidth: 'xs' | 'sm';
  /** Below the card. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** Blocks access to the desk: one card with a form. */
export const DeskGate = ({ title, maxWidth, below, children }: Props) => (
  <Page component="main" id="main" maxWidth={maxWidth}>
    <Brandmark />
    <Card sx={{ width: '100%', padding: { xs: 3, sm: 4 } }}>
      <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
        {title}
      </Typography>
      {children}
    </Card>
    {below}
  </Page>
);
