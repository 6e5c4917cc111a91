import Drawer from '@mui/material/Drawer';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router-dom';
import { IconButton } from '../controls/IconButton.tsx';
import { CloseIcon } from '../icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { stage } from '../system/stage.ts';
import { onMaterial } from '../theme/onMaterial.tsx';
import { styled } from '../theme/styled.ts';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';
import { InertLink } from './InertLink.tsx';

const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  padding: theme.spacing(1.25, 2, 4),
  '& .top': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 56,
    marginBlockEnd: theme.spacing(2),
    paddingInlineStart: theme.spacing(1),
  },
  '& h2': {
    ...theme.typography.overline,
    margin: theme.spacing(0, 1.5, 1),
    color: theme.vars.palette.text.secondary,
  },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li > *': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 52,
    paddingInline: theme.spacing(1.5),
    borderRadius: 14,
    color: theme.vars.palette.text.primary,
    fontSize: '1.0625rem',
    fontWeight: 550,
    textDecoration: 'none',
    transition: 'background-color 160ms',
  },
  '& a:hover': { backgroundColor: theme.vars.palette.sand },
  '& a[aria-current="page"]': {
    backgroundColor: theme.vars.palette.tint,
    fontWeight: 700,
  },
  '& [aria-disabled]': { color: theme.vars.palette.text.disabled, cursor: 'default' },
  // Where the bar has room for these pages the menu does not repeat them.
  '& .narrow': { marginBlockStart: theme.spacing(3), [theme.breakpoints.up('md')]: { display: 'none' } },
}));

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The menu at the page's side: one's own pages and the features; who is signed out cannot use the former. */
function Menu({ isOpen, onClose }: Props) {
  const titleId = useId();
  const isSignedIn = useSelector(
    useOptionalFlow('session'),
    (snapshot) => snapshot?.hasTag('signedIn') ?? false,
  );
  const own = (to: string, text: ReactNode) =>
    isSignedIn ? <NavLink to={to}>{text}</NavLink> : <InertLink>{text}</InertLink>;

  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      container={stage}
      disableScrollLock
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } }}
    >
      <Panel data-locks-scroll={isOpen ? 'beside' : undefined}>
        <div className="top">
          <Brandmark />
          <IconButton type="button" aria-label="Close menu" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </div>
        <nav aria-labelledby={titleId}>
          <h2 id={titleId}>Menu</h2>
          <ul>
            <li>{own('/profile', 'My Profile')}</li>
            <li>{own('/my-bookings', 'My Bookings')}</li>
            <li>
              <NavLink to="/meeting-room">Meeting Rooms</NavLink>
            </li>
            <li>
              <NavLink to="/event-training">Event &amp; Training</NavLink>
            </li>
            <li>
              <BrandLink to="myEvents">My Events</BrandLink>
            </li>
            <li>
              <BrandLink to="b2bConnect">B2B Connect</BrandLink>
            </li>
          </ul>
          <div className="narrow">
            <h2>Pages</h2>
            <ul>
              <li>
                <NavLink to="/" end>
                  Home
                </NavLink>
              </li>
              <li>
                <NavLink to="/about-us">About Us</NavLink>
              </li>
              <li>
                <NavLink to="/blog">Blog</NavLink>
              </li>
              <li>
                <BrandLink to="contactUs">Contact Us</BrandLink>
              </li>
            </ul>
          </div>
        </nav>
      </Panel>
    </Drawer>
  );
}

export const SideMenu = onMaterial(Menu);
