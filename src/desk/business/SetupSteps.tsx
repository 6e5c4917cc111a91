import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import visuallyHidden from '@mui/utils/visuallyHidden';
import type { SetupStep } from '../../../domain/content/setupSteps.ts';
import { useResource } from '../../app/system/resource.ts';
import { CheckIcon } from '../../ui/icons/pages.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

const steps: Readonly<
  Record<SetupStep, { readonly text: string; readonly hint: string; readonly href: string }>
> = {
  business: {
    text: 'Enter the details of the business',
    hint: 'With the texts of the terms, privacy and cancellation',
    href: '/desk?view=business',
  },
  room: { text: 'Publish a room', hint: 'With its pictures and its price', href: '/desk?view=rooms' },
  hours: { text: 'Set the opening hours', hint: 'Of each room, by weekday', href: '/desk?view=rooms' },
  staff: { text: 'Invite the staff', hint: 'By email, with a role', href: '/desk?view=team' },
  payments: {
    text: 'Connect the payment provider',
    hint: 'The settings of the server name its keys and the secret of its webhook',
    href: '/desk?view=payments',
  },
  booking: { text: 'Take the first booking', hint: 'Choose a free time in the day plan', href: '/desk' },
};

/** What is left to do until the first booking. Nothing when everything is done, and until the steps are loaded. */
export function SetupSteps() {
  const { data, state, isBusy } = useResource(useDeskFlow('deskSetup'), 'all');
  const left = data?.filter(({ done }) => !done).length ?? 0;
  if (!data || left === 0) return null;
  return (
    <Box sx={{ marginBlockEnd: 3 }} data-flow="deskSetup" data-state={state} aria-busy={isBusy}>
      <Panel title="Until the first booking">
        <Note>{`${data.length - left} of ${data.length} steps are done.`}</Note>
        <List
          disablePadding
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              sm: 'repeat(2, minmax(0, 1fr))',
              lg: 'repeat(3, minmax(0, 1fr))',
            },
            columnGap: 3,
            rowGap: 1,
          }}
        >
          {data.map(({ step, done }) => {
            const { text, hint, href } = steps[step];
            return (
              <ListItem key={step} disableGutters sx={{ alignItems: 'flex-start', paddingBlock: 0.5 }}>
                <ListItemIcon sx={{ minWidth: 36, marginBlockStart: 0.5, color: 'success.main' }}>
                  {done && <CheckIcon />}
                </ListItemIcon>
                <ListItemText
                  sx={{ marginBlock: 0 }}
                  primary={
                    done ? (
                      <>
                        <span>{text}</span>
                        <span style={visuallyHidden}>, done</span>
                      </>
                    ) : (
                      <Link href={href}>{text}</Link>
                    )
                  }
                  secondary={done ? null : hint}
                />
              </ListItem>
            );
          })}
        </List>
      </Panel>
    </Box>
  );
}
