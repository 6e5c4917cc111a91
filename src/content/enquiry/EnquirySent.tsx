import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { CheckIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';

const Sign = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 72,
  height: 72,
  borderRadius: '36px 36px 20px 20px',
  backgroundColor: theme.vars.palette.tint,
  color: theme.vars.palette.primary.main,
  fontSize: '2rem',
}));

export function EnquirySent({ onResume }: { onResume: () => void }) {
  const textId = useId();
  return (
    <Stack sx={{ paddingBlock: 4, textAlign: 'center', alignItems: 'center' }}>
      <Sign>
        <CheckIcon />
      </Sign>
      <Typography
        variant="h2"
        component="h3"
        tabIndex={-1}
        aria-describedby={textId}
        sx={{ marginBlockStart: 2.5, marginBlockEnd: 1 }}
      >
        Thank you
      </Typography>
      <Typography id={textId} sx={{ maxWidth: '23em', marginBlockEnd: 3.5, color: 'text.secondary' }}>
        Your enquiry has reached us. A person will read it, and we’ll be in touch.
      </Typography>
      <Button variant="outlined" onClick={onResume}>
        Send another
      </Button>
    </Stack>
  );
}
