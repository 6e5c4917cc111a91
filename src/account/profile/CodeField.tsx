import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import { useState, type Ref } from 'react';
import { CODE_HINT } from '../fieldHints.ts';
import { useFlow } from '../../app/system/flows.ts';

interface Props {
  readonly name: string;
  readonly isBusy: boolean;
  /** The server's answer to the code, or that it needs one. */
  readonly error: string | undefined;
  readonly onChange?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Shown when the account has a second factor. */
export function CodeField({ name, isBusy, error, onChange, inputRef }: Props) {
  const hasFactor = useSelector(useFlow('member'), ({ context }) => context.data?.secondFactor === true);
  // The server may ask for a code of a factor that was set up after the details were loaded.
  const [wasAsked, setAsked] = useState(false);
  if (error !== undefined && !wasAsked) setAsked(true);
  if (!hasFactor && !wasAsked) return null;
  return (
    <TextField
      label="Code"
      name={name}
      autoComplete="one-time-code"
      error={error !== undefined}
      helperText={error ?? CODE_HINT}
      onChange={onChange}
      inputRef={inputRef}
      slotProps={{
        input: { readOnly: isBusy },
        htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 20 },
      }}
    />
  );
}
