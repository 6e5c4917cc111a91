import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useSelector } from '../system/useSelector.ts';
import { type ReactNode, useId } from 'react';
import { CloseIcon } from '../../ui/icons/pages.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';
import { useAriaCurrent } from './currentPage.ts';
import { InertLink } from '../../ui/layout/InertLink.tsx';

const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  padding: theme.spacing(1.25, 2, 4),
}));

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 56,
  marginBlockEnd: theme.spacing(2),
  paddingInlineStart: theme.spacing(1),
}));

const UserName = styled('p')(({ theme }) => ({ margin: theme.spacing(0, 1.5, 1), fontWeight: 650 }));

// Wider windows show these pages in the navigation bar.
const Pages = styled('div')(({ theme }) => ({
  marginBlockStart: theme.spacing(3),
  [theme.breakpoints.up('md')]: { display: 'none' },
}));

const entryStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  minHeight: 52,
  paddingInline: theme.spacing(1.5),
  borderRadius: 14,
  color: theme.vars.palette.text.primary,
  fontSize: '1.0625rem',
  fontWeight: 550,
  textDecoration: 'none',
  transition: 'background-color 160ms',
  '&[href]:hover': { backgroundColor: theme.vars.palette.sand },
  '&[aria-current="page"], &[aria-current="page"]:hover': {
    backgroundColor: theme.vars.palette.tint,
    fontWeight: 700,
  },
  '&[aria-disabled]': { color: theme.vars.palette.text.disabled, cursor: 'default' },
});
const EntryButton = styled(ListItemButton)(entryStyles) as typeof ListItemButton;
const EntryBrandLink = styled(BrandLink)(entryStyles);
const InertEntry = styled(InertLink)(entryStyles);

const Title = ({ id, children }: { id?: string; children: string }) => (
  <Typography
    variant="overline"
    component="h2"
    sx={{ marginInline: 1.5, marginBlockEnd: 1, color: 'text.secondary' }}
    {...(id && { id })}
  >
    {children}
  </Typography>
);

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

interface EntryProps {
  to: string;
  /** The entry is current only on exactly this path, not on paths below it. */
  isExact?: boolean;
  children: ReactNode;
}

function Entry({ to, isExact, children }: EntryProps) {
  const ariaCurrent = useAriaCurrent();
  return (
    <ListItem disablePadding>
      <EntryButton href={to} aria-current={ariaCurrent(to, isExact)}>
        {children}
      </EntryButton>
    </ListItem>
  );
}

/** The user's pages are disabled while signed out. */
export function SideMenu({ isOpen, onClose }: Props) {
  const titleId = useId();
  const isSignedIn = useSelector(
    useOptionalFlow('session'),
    (snapshot) => snapshot?.hasTag('signedIn') ?? false,
  );
  const name = useSelector(useOptionalFlow('member'), (snapshot) => snapshot?.context.data?.firstName);
  const userEntry = (to: string, text: ReactNode) =>
    isSignedIn ? (
      <Entry to={to}>{text}</Entry>
    ) : (
      <ListItem disablePadding>
        <InertEntry>{text}</InertEntry>
      </ListItem>
    );

  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } }}
    >
      <Panel data-locks-scroll={isOpen ? 'beside' : undefined}>
        <Top>
          <Brandmark />
          <IconButton aria-label="Close menu" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Top>
        <nav aria-labelledby={titleId}>
          <Title id={titleId}>Menu</Title>
          {isSignedIn && name && <UserName>{`Signed in as ${name}`}</UserName>}
          <List disablePadding>
            {userEntry('/profile', 'My Profile')}
            {userEntry('/my-bookings', 'My Bookings')}
            <Entry to="/meeting-room">Meeting Rooms</Entry>
            <Entry to="/event-training">Event &amp; Training</Entry>
            <ListItem disablePadding>
              <EntryBrandLink to="myEvents">My Events</EntryBrandLink>
            </ListItem>
            <ListItem disablePadding>
              <EntryBrandLink to="b2bConnect">B2B Connect</EntryBrandLink>
            </ListItem>
          </List>
          <Pages>
            <Title>Pages</Title>
            <List disablePadding>
              <Entry to="/" isExact>
                Home
              </Entry>
              <Entry to="/about-us">About Us</Entry>
              <Entry to="/blog">Blog</Entry>
              <ListItem disablePadding>
                <EntryBrandLink to="contactUs">Contact Us</EntryBrandLink>
              </ListItem>
            </List>
          </Pages>
        </nav>
      </Panel>
    </Drawer>
  );
}
