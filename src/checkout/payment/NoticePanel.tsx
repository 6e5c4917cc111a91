import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
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
}));

/** A paragraph among the buttons: it takes a whole line, and is at most as wide as the text. */
export const NoticeText = styled('p')({
  flexBasis: '100%',
  margin: 0,
  paddingInlineEnd: 'max(0px, 100% - 47em)',
});

export const NoticeRemark = styled(NoticeText)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** On a phone CONFIRM is far below the notice, so the page scrolls to it. */
const scrollToPanel = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

/** At the top of the page: what happened, and what to do next. */
export const NoticePanel = ({ icon, title, text, children }: Props) => (
  <Panel
    severity="warning"
    icon={icon}
    ref={scrollToPanel}
    slotProps={{ icon: { sx: { fontSize: '1.75rem', lineHeight: 0 } } }}
  >
    <Typography variant="h4" component="h2">
      {title}
    </Typography>
    <Box component="p" sx={{ maxWidth: '41em', marginBlockStart: 0.5, marginBlockEnd: 0 }}>
      {text}
    </Box>
    {children && (
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', marginBlockStart: 2 }}>
        {children}
      </Stack>
    )}
  </Panel>
);
