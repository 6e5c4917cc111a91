import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { ChevronDownIcon } from '../../ui/icons/interface.tsx';
import { styled } from '@mui/material/styles';
import { countryName } from './countryName.ts';
import { usePhoneRules } from './usePhoneRules.ts';

/** A native select. It is transparent and covers the short text of the chosen country. */
const Country = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  minWidth: '6.25rem',
  height: 44,
  marginInlineEnd: theme.spacing(-0.5),
  paddingInline: theme.spacing(1.5, 0.75),
  borderRadius: 11,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: theme.vars.palette.tint },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  '& svg': { marginInlineStart: 'auto', fontSize: '1.125rem' },
}));

const CountrySelect = styled('select')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  opacity: 0,
  font: 'inherit',
  color: theme.vars.palette.text.primary,
  colorScheme: 'light dark',
  cursor: 'pointer',
}));

const CountryOption = styled('option')(({ theme }) => ({
  backgroundColor: theme.vars.palette.background.paper,
}));

interface Props {
  label: string;
  value: string;
  /** ISO 3166 alpha-2. */
  country: string;
  error: string | undefined;
  onChange: (field: 'phone' | 'country', value: string) => void;
}

/** The number is formatted while the visitor types at its end, and on blur. */
export function PhoneField({ label, value, country, error, onChange }: Props) {
  const phoneRules = usePhoneRules();
  const countries = phoneRules?.countries ?? [{ code: country, name: countryName(country), calling: '' }];

  const applyText = (text: string, isComplete: boolean) => {
    const formatted = phoneRules && isComplete ? phoneRules.formatPhone(text, country) : { text, country };
    if (formatted.country !== country) onChange('country', formatted.country);
    if (formatted.text !== value) onChange('phone', formatted.text);
  };
  const handleInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // Formatting while the caret is elsewhere would move the caret.
    const isAtEnd = target.selectionStart === target.value.length && target.value.length > value.length;
    applyText(target.value, isAtEnd);
  };
  const chooseCountry = (chosen: string) => {
    onChange('country', chosen);
    const text = phoneRules?.toCountry(chosen, value) ?? value;
    if (text !== value) onChange('phone', text);
  };

  return (
    <TextField
      label={label}
      error={error !== undefined}
      helperText={error}
      type="tel"
      name="phone"
      autoComplete="tel"
      required
      value={value}
      onChange={handleInput}
      onBlur={() => applyText(value, true)}
      slotProps={{
        htmlInput: { inputMode: 'tel' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Country>
                <span aria-hidden="true">{country}</span>
                <Box
                  component="span"
                  aria-hidden="true"
                  sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 450 }}
                >
                  {phoneRules?.callingCode(country)}
                </Box>
                <ChevronDownIcon />
                <CountrySelect
                  name="country"
                  aria-label="Country of the phone number"
                  autoComplete="off"
                  value={country}
                  onChange={(event) => chooseCountry(event.target.value)}
                >
                  {countries.map(({ code, name, calling }) => (
                    <CountryOption key={code} value={code}>
                      {calling === '' ? name : `${name} (${calling})`}
                    </CountryOption>
                  ))}
                </CountrySelect>
              </Country>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
