import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { type ReactNode, type Ref, useId } from 'react';
import { Panel, PanelTitle } from './panelParts.ts';

const Lead = styled('div')(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

/** `pairs`: a wide screen has two fields next to each other. */
export const SectionForm = styled('form', { shouldForwardProp: (name) => name !== 'pairs' })<{
  pairs?: boolean;
}>(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  marginBlockStart: theme.spacing(2.5),
  variants: [
    {
      props: { pairs: true },
      style: {
        [theme.breakpoints.up('sm')]: {
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          alignItems: 'start',
        },
      },
    },
  ],
}));

export const BOTH_COLUMNS = '1 / -1';

interface Props {
  title: string;
  /** The heading takes the focus when the focused element is removed. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** The purpose of the section or its current state. */
  lead?: ReactNode;
  /** Next to the title. */
  action?: ReactNode;
  /** The flow and its state, for tests. */
  flow?: string;
  state?: string;
  children?: ReactNode;
}

export function Section({ title, titleRef, lead, action, flow, state, children }: Props) {
  const titleId = useId();
  return (
    <Panel component="section" aria-labelledby={titleId} data-flow={flow} data-state={state}>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          rowGap: 1,
          columnGap: 2,
        }}
      >
        <PanelTitle
          ref={titleRef ?? null}
          id={titleId}
          tabIndex={-1}
          // A long title has several lines, so that the action stays next to it.
          sx={{ flexGrow: 1, width: 'min-content', margin: 0, outline: 'none' }}
        >
          {title}
        </PanelTitle>
        {action}
      </Stack>
      {lead !== undefined && <Lead>{lead}</Lead>}
      {children}
    </Panel>
  );
}
