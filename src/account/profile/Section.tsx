import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { type ReactNode, type Ref, useId } from 'react';
import { panelPadding } from '../../ui/theme/panelPadding.ts';

const PaddedCard = styled(Card)(({ theme }) => panelPadding(theme));
const Panel = styled(PaddedCard)(({ theme }) => ({
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(1, 2),
  },
  '& .head h2': { margin: 0, outline: 'none' },
  '& .lead': {
    margin: theme.spacing(0.75, 0, 0),
    color: theme.vars.palette.text.secondary,
    overflowWrap: 'anywhere',
  },
  '& .steps': { display: 'grid', gap: theme.spacing(2), marginBlockStart: theme.spacing(2) },
  '& .steps form': { marginBlockStart: 0 },
  '& .steps p': { margin: 0 },
  '& .steps [role="status"]:empty': { marginBlockStart: theme.spacing(-2) },
  '& form': { display: 'grid', gap: theme.spacing(2.5), marginBlockStart: theme.spacing(2.5) },
  '& form .MuiAlert-root': { marginBlockEnd: 0 },
  '& .failure:empty': { display: 'none' },
  '& .ways': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1.5) },
  [theme.breakpoints.up('sm')]: {
    '& form.pairs': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' },
    '& form.pairs > .wide, & form.pairs > .ways, & form.pairs > .failure': { gridColumn: '1 / -1' },
  },
})) as typeof Card;

interface Props {
  title: string;
  /** The ref of the heading, which takes the focus when the focused element is removed. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** The purpose of the section or its current state. */
  lead?: ReactNode;
  /** The button beside the title. */
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
      <div className="head">
        <h2 ref={titleRef ?? null} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      {lead !== undefined && <div className="lead">{lead}</div>}
      {children}
    </Panel>
  );
}
