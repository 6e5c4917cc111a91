import { Button } from '../controls/Button.tsx';
import { RefreshIcon } from '../icons/interface.tsx';
import { styled } from '../theme/styled.ts';

const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  margin: theme.spacing(0, 0, 3),
  padding: theme.spacing(2, 2.5),
  borderRadius: 20,
  backgroundColor: theme.vars.palette.sand,
  '& p': { flex: '1 1 16rem', margin: 0 },
  '& strong': { display: 'block' },
}));

interface Props {
  title: string;
  /** Why, as far as that is known. */
  text: string;
  onRetry: () => void;
}

/** Above what stays in view because nothing newer could be loaded. */
export const StaleNotice = ({ title, text, onRetry }: Props) => (
  <Strip role="alert">
    <p>
      <strong>{title}</strong>
      {text || 'The server could not be reached or had a problem.'}
    </p>
    <Button weight="outlined" isSmall icon={<RefreshIcon />} onClick={onRetry}>
      Try again
    </Button>
  </Strip>
);
