import Button from '@mui/material/Button';
import type { BoundForm } from '../../ui/form/useForm.ts';

interface Props {
  readonly id: string;
  readonly number: string;
  /** The flow `taxDocumentFile`. */
  readonly file: Pick<BoundForm, 'isBusy' | 'send'>;
}

/** Print an invoice or credit note, or save it as PDF. */
export const TaxDocumentButtons = ({ id, number, file: { isBusy, send } }: Props) =>
  (['print', 'pdf'] as const).map((how) => (
    <Button
      key={how}
      size="small"
      variant="text"
      aria-disabled={isBusy}
      aria-label={how === 'print' ? `Print ${number}` : `Save ${number} as PDF`}
      onClick={() => send({ id, number, file: how })}
    >
      {how === 'print' ? 'Print' : 'PDF'}
    </Button>
  ));
