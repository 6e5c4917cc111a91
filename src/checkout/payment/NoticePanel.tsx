import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';

const Panel = styled(Alert)(({ theme }) => ({
  marginBlockEnd: theme.spacing(4),
  // Scrolling to the panel leaves space for the navigation bar and a toast.
  scrollMarginBlock: theme.spacing(18, 4),
  gap: theme.spacing(2),
  padding: theme.spacing(2.5, 3),
  borderRadius: 20,
  fontSize: theme.typography.body1.fontSize,
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', padding: theme.spacing(2.5) },
  '& .MuiAlert-icon': { fontSize: '1.75rem', lineHeight: 0 },
  '& p': { maxWidth: '41em', margin: theme.spacing(0.5, 0, 0) },
  '& .ways': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1.5),
    marginBlockStart: theme.spacing(2),
  },
  '& .ways > p': {
    // A paragraph takes a whole line, at most as wide as the text.
    flexBasis: '100%',
    maxWidth: 'none',
    margin: 0,
    paddingInlineEnd: 'max(0px, 100% - 47em)',
  },
  '& .ways > .small': {
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
  },
}));

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** On a phone CONFIRM is far below the notice, so the page scrolls to it. */
const scrollToPanel = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

/** A notice at the top of the page: what happened, and what to do next. */
export const NoticePanel = ({ icon, title, text, children }: Props) => (
  <Panel severity="warning" icon={icon} ref={scrollToPanel}>
    <Typography variant="h4" component="h2">
      {title}
    </Typography>
    <p>{text}</p>
    {children && <div className="ways">{children}</div>}
  </Panel>
);
