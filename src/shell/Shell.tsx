import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { BookingReminder } from '../checkout/BookingReminder.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { styled } from '../theme/styled.ts';
import { FlowSection } from './FlowSection.tsx';
import { Footer } from './Footer.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PageFault } from './PageFault.tsx';
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
  // The rest of the window at least, so that the foot does not jump when a page arrives.
  '& > main': { display: 'block', flex: 'none', minHeight: 'calc(100vh - 4rem)', outline: 'none' },
}));

/** What every page stands in. A move to another page begins at its top, with the focus on it. */
export function Shell() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const isMenuOpen = useSelector(
    useOptionalFlow('navigation'),
    (snapshot) => snapshot?.matches('menuOpen') ?? false,
  );
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useScrollPosition();

  useEffect(() => {
    // An open menu holds the focus; it closes as soon as it hears of the move.
    if (isMenuOpen || shownPath.current === pathname) return;
    shownPath.current = pathname;
    // A part of the page was asked for: it brings itself into view when it is there.
    if (hash !== '') return;
    main.current?.focus({ preventScroll: true });
    // Going back leads to where one was.
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, hash, navigationType, isMenuOpen]);

  return (
    <Frame>
      <PageHead />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavigationBar />
      <main id="main" ref={main} tabIndex={-1}>
        <BookingReminder />
        <PageFault key={pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </PageFault>
      </main>
      <Footer />
      <FlowSection needs={['connection']} fallback="nothing">
        <OfflineNotice />
      </FlowSection>
    </Frame>
  );
}
