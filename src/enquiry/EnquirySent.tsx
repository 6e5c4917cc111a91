import { useId } from 'react';
import { Button } from '../controls/Button.tsx';
import { CheckIcon } from '../icons/interface.tsx';
import { styled } from '../theme/styled.ts';

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
  '& h3': { ...theme.typography.h2, margin: theme.spacing(2.5, 0, 1) },
  '& p': { maxWidth: '23em', margin: theme.spacing(0, 0, 3.5), color: theme.vars.palette.text.secondary },
}));

/** What stands in the form's place once the server has the enquiry. */
export function EnquirySent({ onResume }: { onResume: () => void }) {
  const textId = useId();
  return (
    <Panel>
      <span className="sign">
        <CheckIcon />
      </span>
      <h3 tabIndex={-1} aria-describedby={textId}>
        Thank you
      </h3>
      <p id={textId}>Your enquiry has reached us. A person will read it, and we’ll be in touch.</p>
      <Button weight="outlined" onClick={onResume}>
        Send another
      </Button>
    </Panel>
  );
}
