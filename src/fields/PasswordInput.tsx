import { useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { EyeClosedIcon, EyeIcon } from '../icons/interface.tsx';
import { LabelledInput } from './LabelledInput.tsx';

type Props = Omit<Parameters<typeof LabelledInput>[0], 'type' | 'endAdornment'>;

/** A password, masked until its owner wants to see it. */
export function PasswordInput(props: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <LabelledInput
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          type="button"
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown((shown) => !shown)}
        >
          {isShown ? <EyeClosedIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
