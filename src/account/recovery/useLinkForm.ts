import { useSelector } from '../../app/system/useSelector.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { Redacted } from '../../../domain/text/redacted.ts';
import { entryOf } from '../../ui/form/entryOf.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';

/** The form of an email's link: submitting it, its errors, and the properties of its fields. */
export function useLinkForm() {
  const link = useFlow('link', lazyFlows.recoveryFlows);
  const isBusy = useSelector(link, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(link, ({ context }) => context.errors);
  const failure = useSelector(link, ({ context }) => context.failure);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const subscription = link.on('entryRejected', ({ field }) => {
      if (field !== null) focusField(form.current, field);
    });
    return () => subscription.unsubscribe();
  }, [link]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    link.send({ type: 'link.submitted', entry: new Redacted(entryOf(event.currentTarget)) });
  };
  const bind = (name: string) => ({
    name,
    error: errors[name] !== undefined,
    helperText: errors[name],
    readOnly: isBusy,
    required: true,
    onChange: () => link.send({ type: 'link.changed', field: name }),
  });
  return { link, isBusy, errors, failure, form, submit, bind };
}
