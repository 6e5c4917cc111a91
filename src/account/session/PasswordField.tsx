import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { EyeClosedIcon, EyeIcon } from '../../ui/icons/pages.tsx';

export function PasswordField({
  label,
  readOnly = false,
  ...props
}: Omit<TextFieldProps, 'label' | 'type' | 'slotProps'> & { label: string; readOnly?: boolean }) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      label={label}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        input: {
          readOnly,
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
                onClick={() => setShown((shown) => !shown)}
              >
                {isShown ? <EyeClosedIcon /> : <EyeIcon />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
