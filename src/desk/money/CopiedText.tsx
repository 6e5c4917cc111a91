import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { whatsAppLink } from '../../../domain/bookings/sharedBooking.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly copyLabel: string;
  /** The phone number of the receiver: WhatsApp opens with the text. */
  readonly whatsAppTo?: string;
}

/** A text that staff copy, or send by WhatsApp. */
export function CopiedText({ label, text, hint, copyLabel, whatsAppTo }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopyStatus('Copied.');
    } catch {
      input.current?.select();
      setCopyStatus('Your browser does not allow this. The text is selected, so that you can copy it.');
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, marginBlock: 1.5 }}>
      <TextField
        label={label}
        value={text}
        multiline={text.includes('\n')}
        helperText={hint}
        inputRef={input}
        slotProps={{ input: { readOnly: true } }}
        onFocus={() => input.current?.select()}
      />
      <ButtonRow>
        <Button size="small" variant="outlined" onClick={() => void copy()}>
          <span>{copyLabel}</span>
        </Button>
        {whatsAppTo !== undefined && (
          <Button
            size="small"
            variant="outlined"
            href={whatsAppLink(text, whatsAppTo)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Send by WhatsApp
          </Button>
        )}
        <span role="status">{copyStatus}</span>
      </ButtonRow>
    </Box>
  );
}
