import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { SuccessIcon } from '../../ui/icons/interface.tsx';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Panel = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: theme.spacing(2),
  padding: theme.spacing(3),
  borderRadius: 24,
  backgroundColor: theme.vars.palette.tint,
}));

const Title = styled(Typography)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.25),
  outline: 'none',
})) as typeof Typography;

/** Replaces a form after it has requested an email. */
export const EmailSent = ({ children }: { children: ReactNode }) => (
  <Panel>
    <Title variant="h3" component="h2" tabIndex={-1}>
      <IconSlot sx={{ fontSize: '1.75rem', color: 'primary.main' }}>
        <SuccessIcon />
      </IconSlot>
      Check your email
    </Title>
    {children}
  </Panel>
);
