import Link from '@mui/material/Link';
import Container from '@mui/material/Container';
import { useSelector } from '../system/useSelector.ts';
import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { BookingReminder } from '../../checkout/exports.ts';
import { AlertIcon } from '../../ui/icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { FlowSection } from '../errors/FlowSection.tsx';
import { Footer } from './Footer.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineNotice } from '../errors/OfflineNotice.tsx';
import { PageHead } from './PageHead.tsx';
import { RouterBridge } from './RouterBridge.tsx';

const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100vh',
});

const SkipLink = styled(Link)(({ theme }) => ({
  position: 'fixed',
  insetBlockStart: theme.spacing(1),
  insetInlineStart: theme.spacing(1),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1.5, 2.5),
  borderRadius: 999,
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  fontWeight: 650,
  '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
}));

// Fills the window, so that the footer does not move when a page is loaded.
const Main = styled('main')({
  display: 'block',
  flex: 'none',
  minHeight: 'calc(100vh - 4rem)',
  outline: 'none',
});

// Shown after a script of the start could not be loaded (index.html).
const NotLoaded = styled(Container)(({ theme }) => ({
  display: 'none',
  marginBlock: theme.spacing(3),
  gap: theme.spacing(1.25),
  color: theme.vars.palette.error.main,
  fontWeight: 550,
  'html[data-not-loaded] &': { display: 'flex' },
}));

const NotLoadedIcon = styled(AlertIcon)({ flex: 'none', fontSize: '1.25rem' });

/** When the button is pressed, only the script in index.html runs. */
const RELOAD_ID = 'reload';

/** The browser's key of the history entry that the document was opened at. A reload or a step back opens the same entry. */
const openedEntry = globalThis.navigation?.currentEntry?.key;

/**
 * The router gives every entry that was opened by an address the key 'default', so such a page would start at the scroll
 * position of another one.
 */
const scrollKey = ({ key, pathname }: Location): string =>
  key === 'default' ? `${openedEntry} ${pathname}` : key;

/** A navigation focuses the page. */
export function Shell() {
  const { pathname, hash } = useLocation();
  const isMenuOpen = useSelector(
    useOptionalFlow('navigation'),
    (snapshot) => snapshot?.hasTag('menuOpen') ?? false,
  );
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    // An open menu traps the focus. The navigation closes it, and the effect runs again.
    if (isMenuOpen || shownPath.current === pathname) return;
    shownPath.current = pathname;
    // The target section scrolls itself into view (AnchorSection).
    if (hash !== '') return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, isMenuOpen]);

  return (
    <Frame>
      <FlowSection needs={['navigation']} fallback="nothing">
        <RouterBridge />
      </FlowSection>
      <ScrollRestoration getKey={scrollKey} />
      <PageHead />
      <SkipLink href="#main">Skip to content</SkipLink>
      <NavigationBar />
      <Main id="main" ref={main} tabIndex={-1}>
        <NotLoaded role="alert">
          <NotLoadedIcon />
          <span>
            A part of this page could not be loaded: the connection was lost, or the site has just been
            updated.
          </span>
          <button type="button" id={RELOAD_ID}>
            Reload the page
          </button>
        </NotLoaded>
        <BookingReminder />
        <Outlet />
      </Main>
      <Footer />
      <FlowSection needs={['connection']} fallback="nothing">
        <OfflineNotice />
      </FlowSection>
    </Frame>
  );
}
