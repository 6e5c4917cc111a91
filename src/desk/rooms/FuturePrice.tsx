import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';

/** Not in force yet. `text`: the price and its first day. */
export function FuturePrice({
  text,
  isBusy,
  onRemove,
}: {
  text: string;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const ref = useFocusParentOnUnmount<HTMLParagraphElement>();
  return (
    <Typography ref={ref}>
      <span>{`${text} `}</span>
      <Button
        size="small"
        variant="text"
        aria-label={`Remove ${text}`}
        aria-disabled={isBusy}
        onClick={onRemove}
      >
        Remove
      </Button>
    </Typography>
  );
}
