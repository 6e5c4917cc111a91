import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { lazy, Suspense } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';

/** Lazy: only this page draws QR codes. */
const QrPicture = lazy(() => import('../ui/QrPicture.tsx'));

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  margin: 0,
  paddingInlineStart: theme.spacing(3),
}));

const Code = styled('code')({ fontSize: '1.0625rem', overflowWrap: 'anywhere', letterSpacing: '0.04em' });

const Codes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
  gap: theme.spacing(0.5, 2),
  margin: theme.spacing(1, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

const groupByFour = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;

/** For a one-time code. Phones can fill it in automatically. */
export const codeField = {
  autoComplete: 'one-time-code',
  slotProps: { htmlInput: { inputMode: 'text', autoCapitalize: 'none', spellCheck: false, maxLength: 20 } },
} as const;

export function SecondFactorSetup() {
  const resource = useResource(useDeskFlow('factorSetup'), 'new');
  const { isBusy, failure, formRef, submit, bind } = useForm(useDeskFlow('confirmFactor'));
  const setup = resource.data?.reveal();
  return (
    <Stack sx={{ gap: 2 }} data-flow="factorSetup" data-state={resource.state}>
      <DeskLoading resource={resource} />
      {setup && (
        <>
          <Steps>
            <li>
              Scan this picture with an authenticator app, or{' '}
              <Link component="a" href={setup.uri}>
                open it in the app on this device
              </Link>
              .
              <Suspense fallback={<div style={{ height: '13rem' }} />}>
                <QrPicture text={setup.uri} name="QR code with the key" />
              </Suspense>
              Without a camera, enter this key:
              <br />
              <Code>{groupByFour(setup.key)}</Code>
            </li>
            <li>
              Keep these recovery codes where only you can find them. Each works once, for when you do not
              have your phone. They are not shown again.
              <Codes aria-label="Recovery codes">
                {setup.recoveryCodes.map((code) => (
                  <li key={code}>
                    <Code>{code}</Code>
                  </li>
                ))}
              </Codes>
            </li>
            <li>Enter the code that the app shows now.</li>
          </Steps>
          <Stack
            component="form"
            sx={{ gap: 2 }}
            ref={formRef}
            method="post"
            noValidate
            onSubmit={submit}
            aria-busy={isBusy}
          >
            <FailureAlert failure={failure} />
            <TextField label="Code" required {...codeField} {...bind('code')} />
            <div>
              <SubmitButton isBusy={isBusy}>Set up the second factor</SubmitButton>
            </div>
          </Stack>
        </>
      )}
    </Stack>
  );
}
