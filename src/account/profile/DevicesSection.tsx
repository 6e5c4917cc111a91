import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import type { Device } from '../../../machines/account/devices.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useCommand } from '../../app/system/command.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { CodeField } from './CodeField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { useEmitted } from '../../app/system/useEmitted.ts';

const List = styled('ul')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
  paddingBlock: theme.spacing(1.75),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
}));

const Times = styled('div')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

export function DevicesSection() {
  const { data, state, ...list } = useResource(useFlow('devices', lazyFlows.accountFlows));
  const command = useFlow('signOutDevice', lazyFlows.accountFlows);
  const signOut = useCommand(command);
  const devices = data ?? [];
  const failure = list.failure ?? signOut.failure;
  const isBusy = list.isBusy || signOut.isBusy;

  const title = useRef<HTMLHeadingElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const wrongCode = failure?.details.fields?.['code'];
  useEffect(() => {
    if (failure?.details.fields?.['code'] !== undefined) code.current?.focus();
  }, [failure]);
  useEmitted(command, 'done', () => {
    if (code.current) code.current.value = '';
    title.current?.focus({ preventScroll: true });
  });

  const press = (id: string | null) => signOut.send({ id, code: new Redacted(code.current?.value ?? '') });
  const hasOthers = devices.some(({ isCurrent }) => !isCurrent);
  return (
    <Section
      title="Signed-in devices"
      titleRef={title}
      flow="devices"
      state={state}
      lead="You are signed in on these devices. If you do not recognise one, sign it out and change your password. Signing a device out also ends the address of your calendar feed."
    >
      <VisuallyHidden role="status">
        {state === 'loading' && devices.length === 0 ? 'Loading your devices' : ''}
      </VisuallyHidden>
      <FailureAlert failure={wrongCode === undefined ? failure : null} />
      {state === 'failed' && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<RefreshIcon />}
          sx={{ marginBlockStart: 2 }}
          onClick={list.refresh}
        >
          Try again
        </Button>
      )}
      {devices.length === 0 && state !== 'failed' && (
        <List aria-hidden="true">
          <Row>
            <div>
              <Skeleton variant="text" width="10rem" />
              <Skeleton variant="text" width="14rem" />
            </div>
          </Row>
        </List>
      )}
      {hasOthers && (
        <Box sx={{ display: 'grid', maxWidth: '24rem', marginBlockStart: 2, '&:empty': { display: 'none' } }}>
          <CodeField
            name="code"
            isBusy={isBusy}
            error={wrongCode === undefined ? undefined : `Code ${wrongCode}`}
            inputRef={code}
          />
        </Box>
      )}
      {devices.length > 0 && (
        <List aria-label="Devices" aria-busy={isBusy}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} isBusy={isBusy} onSignOut={() => press(device.id)} />
          ))}
        </List>
      )}
      {hasOthers && (
        <Button variant="outlined" size="small" aria-disabled={isBusy} onClick={() => press(null)}>
          Sign out all other devices
        </Button>
      )}
    </Section>
  );
}

interface ItemProps {
  device: Device;
  isBusy: boolean;
  onSignOut: () => void;
}

const DeviceItem = ({ device, isBusy, onSignOut }: ItemProps) => (
  <Row>
    <div>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', fontWeight: 600 }}>
        <span>{device.device}</span>
        {device.isCurrent && (
          <StatusChip tone="quiet" isTinted labelPadding="0 14px">
            This device
          </StatusChip>
        )}
      </Stack>
      <Times>
        {`Signed in ${instantText(device.signedInAt)} · last used ${instantText(device.lastUsedAt)}`}
      </Times>
    </div>
    {!device.isCurrent && (
      <Button variant="outlined" size="small" aria-disabled={isBusy} onClick={onSignOut}>
        Sign out
        <VisuallyHidden>{` ${device.device}, signed in ${instantText(device.signedInAt)}`}</VisuallyHidden>
      </Button>
    )}
  </Row>
);
