import Link from '@mui/material/Link';
import Container from '@mui/material/Container';
import { useSelector } from '@xstate/react';
import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useHref, useLocation, useNavigationType } from 'react-router-dom';
import { NOT_SENT_ID } from '../../domain/sitePaths.ts';
import { BookingReminder } from '../checkout/BookingReminder.tsx';
import { AlertIcon } from '../icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { FlowSection } from './FlowSection.tsx';
import { Footer } from './Footer.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PageHead } from './PageHead.tsx';
import { useScrollPosition } from './scrollPosition.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100vh',
  '& > .skip': {
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
  },
  // The target of the address after a form was submitted before its scripts were loaded.
  '& .notSent': {
    display: 'none',
    marginBlock: theme.spacing(3),
    gap: theme.spacing(1.25),
    color: theme.vars.palette.error.main,
    fontWeight: 550,
    '&:target': { display: 'flex' },
    '& svg': { flex: 'none', fontSize: '1.25rem' },
  },
  // Fills the window, so that the footer does not move when a page is loaded.
  '& > main': { display: 'block', flex: 'none', minHeight: 'calc(100vh - 4rem)', outline: 'none' },
}));

/** The layout of every page. A navigation scrolls to the top and focuses the page. */
export function Shell() {
  const location = useLocation();
  const { pathname, hash } = location;
  const renderedHref = useHref(location);
  const navigationType = useNavigationType();
  const isMenuOpen = useSelector(
    useOptionalFlow('navigation'),
    (snapshot) => snapshot?.hasTag('menuOpen') ?? false,
  );
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useScrollPosition();

  useEffect(() => {
    // An open menu traps the focus. The navigation closes it, and the effect runs again.
    if (isMenuOpen || shownPath.current === pathname) return;
    shownPath.current = pathname;
    // The target section scrolls itself into view (AnchorSection).
    if (hash !== '') return;
    main.current?.focus({ preventScroll: true });
    // After Back, useScrollPosition restores the scroll position.
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, hash, navigationType, isMenuOpen]);

  /**
   * Makes a double click one navigation. For the second click the router compares the link with the rendered page, which a
   * pending navigation has not changed yet, and would add another history entry. The browser's address is already updated.
   */
  const ignoreSecondClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isNavigationPending = new URL(renderedHref, window.location.origin).href !== window.location.href;
    if (link?.href === window.location.href && isNavigationPending) event.preventDefault();
  };

  return (
    <Frame onClickCapture={ignoreSecondClick}>
      <PageHead />
      <Link className="skip" href="#main">
        Skip to content
      </Link>
      <NavigationBar />
      <main id="main" ref={main} tabIndex={-1}>
        <Container id={NOT_SENT_ID} className="notSent">
          <AlertIcon />
          Your form was not sent because the page was still loading. Please enter it again.
        </Container>
        <BookingReminder />
        <PageErrorBoundary key={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </PageErrorBoundary>
      </main>
      <Footer />
      <FlowSection needs={['connection']} fallback="nothing">
        <OfflineNotice />
      </FlowSection>
    </Frame>
  );
}
