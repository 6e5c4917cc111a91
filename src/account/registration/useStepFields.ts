import {
  fieldLabels,
  type RegistrationErrors,
  type RegistrationFields,
} from '../../../machines/account/registration/form.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';

const noErrors: RegistrationErrors = {};

/** The fields of both steps with their errors, which the flow's form has. */
export function useStepFields() {
  const registration = useFlow('registration', lazyFlows.registration);
  const fields = useSelector(registration, ({ context }) => context.fields);
  const form = useSelector(registration, ({ children }) => children.form);
  const errors: RegistrationErrors = useSelector(form, (snapshot) => snapshot?.context.errors ?? noErrors);
  const change = (field: keyof RegistrationFields, value: string) =>
    registration.send({ type: 'registration.changed', field, value });
  const bind = (name: Exclude<keyof RegistrationFields, 'country'>) => ({
    name,
    label: fieldLabels[name],
    value: fields[name],
    error: errors[name] !== undefined,
    helperText: errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => change(name, event.target.value),
  });
  return { fields, errors, change, bind };
}
