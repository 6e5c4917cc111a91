import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_SEARCH_LENGTH, MIN_CUSTOMER_SEARCH } from '../../../domain/account/deskSearch.ts';
import { canBeCustomer, type PersonInList } from '../../../machines/desk/peopleFlows.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

type Person = Pick<PersonInList, 'id' | 'name' | 'email' | 'phone' | 'company' | 'isBlocked' | 'identity'>;

/**
 * `person`: the chosen account. `text`: what was typed to find one. `isNew`: the form has fields for a new customer. `hasEmail`: a
 * new customer has an address.
 */
export interface EnteredCustomer {
  readonly person: Person | null;
  readonly text: string;
  readonly isNew: boolean;
  readonly hasEmail: boolean;
}

export const noCustomer: EnteredCustomer = { person: null, text: '', isNew: false, hasEmail: false };

/** Whether the customer gets no emails: the desk sends a text. */
export const hasNoEmail = ({ person, isNew, hasEmail }: EnteredCustomer): boolean =>
  person === null ? isNew && !hasEmail : person.email === '';

/** The typed text as the field of a new customer that it fits. */
export function newCustomerOf(text: string): { readonly name: string; phone: string; email: string } {
  const typed = text.trim();
  if (typed.includes('@')) return { name: '', phone: '', email: typed };
  return /^[+\d][\d\s()-]{3,}$/.test(typed)
    ? { name: '', phone: typed, email: '' }
    : { name: typed, phone: '', email: '' };
}

interface Props {
  readonly form: Pick<BoundForm, 'errors' | 'bind' | 'isBusy'>;
  readonly customer: EnteredCustomer;
  readonly onChange: (customer: EnteredCustomer) => void;
  readonly hint: string;
}

const detailsOf = ({ email, phone, company, isBlocked, identity }: Person): string =>
  [
    company,
    phone,
    email === '' ? (identity === 'phone-only' ? 'no email address' : 'has lost its email address') : email,
    isBlocked && 'blocked',
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * Finds a customer by name, company, phone number or email address. The form sends the account as `userId` and the address as
 * `email`. A whole address can also be typed.
 */
export function CustomerField({ form: { errors, bind, isBusy }, customer, onChange, hint }: Props) {
  const { person, text } = customer;
  const search = person === null ? text.trim() : '';
  const { data, isBusy: isSearching, failure } = useResource(useDeskFlow('customers'), search);
  const email = bind('email');
  // The details of a chosen customer are in no field of the form.
  const error = errors['email'] ?? errors['firstName'] ?? errors['phone'];
  const hasNone = data?.data.length === 0 && search.length >= MIN_CUSTOMER_SEARCH;
  const shownHint = person
    ? detailsOf(person)
    : failure
      ? 'The customers could not be loaded. Type the whole email address instead.'
      : hasNone
        ? 'Nobody was found. Enter a new customer below.'
        : data?.more
          ? 'There are more: type more of the name.'
          : hint;

  return (
    <div>
      <input type="hidden" name="userId" value={person?.id ?? ''} />
      <input type="hidden" name="email" value={person?.email ?? (search.includes('@') ? search : '')} />
      <Autocomplete<Person, false, false, true>
        freeSolo
        autoHighlight
        options={data?.data ?? []}
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
        isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.id === value.id}
        getOptionDisabled={(option) => !canBeCustomer(option)}
        value={person}
        inputValue={person?.name ?? text}
        loading={isSearching && search.length >= MIN_CUSTOMER_SEARCH}
        loadingText="Searching…"
        disabled={isBusy}
        onChange={(_event, value) => {
          email.onChange();
          // Enter without an option leaves the typed text.
          if (typeof value !== 'string') onChange({ ...noCustomer, person: value });
        }}
        onInputChange={(_event, typed, reason) => {
          if (reason !== 'input' && reason !== 'clear') return;
          email.onChange();
          onChange({ ...noCustomer, text: typed });
        }}
        renderOption={({ key: _key, ...props }, option) => (
          <Box component="li" key={option.id} {...props}>
            <div>
              <Typography>{option.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {detailsOf(option)}
              </Typography>
            </div>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Customer"
            required
            error={error !== undefined}
            helperText={error ?? shownHint}
            slotProps={{
              ...params.slotProps,
              htmlInput: {
                ...params.slotProps.htmlInput,
                maxLength: MAX_SEARCH_LENGTH,
                autoCapitalize: 'none',
                spellCheck: false,
              },
              formHelperText: { role: 'status' },
            }}
          />
        )}
      />
    </div>
  );
}
