import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { CheckIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';

const Panel = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  paddingBlock: theme.spacing(4),
  textAlign: 'center',
  '& .sign': {
    display: 'grid',
    placeItems: 'center',
    width: 72,
    height: 72,
    borderRadius: '36px 36px 20px 20px',
    backgroundColor: theme.vars.palette.tint,
    color: theme.vars.palette.primary.main,
    fontSize: '2rem',
  },
  '& h3': { margin: theme.spacing(2.5, 0, 1) },
  '& p': { maxWidth: '23em', margin: theme.spacing(0, 0, 3.5), color: theme.vars.palette.text.secondary },
}));

/** Replaces the form after the enquiry was sent. */
export function EnquirySent({ onResume }: { onResume: () => void }) {
  const textId = useId();
  return (
    <Panel>
      <span className="sign">
        <CheckIcon />
      </span>
      <Typography variant="h2" component="h3" tabIndex={-1} aria-describedby={textId}>
        Thank you
      </Typography>
      <p id={textId}>Your enquiry has reached us. A person will read it, and we’ll be in touch.</p>
      <Button variant="outlined" onClick={onResume}>
        Send another
      </Button>
    </Panel>
  );
}
