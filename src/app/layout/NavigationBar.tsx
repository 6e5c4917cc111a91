import Link from '@mui/material/Link';
import AppBar from '@mui/material/AppBar';
import Container from '@mui/material/Container';
import Toolbar from '@mui/material/Toolbar';
import IconButton from '@mui/material/IconButton';
import { useSelector } from '../system/useSelector.ts';
import { lazy, Suspense, useState } from 'react';
import { brand } from '../../../domain/content/brand.ts';
import { MenuIcon } from '../../ui/icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';
import { useAriaCurrent } from './currentPage.ts';
import { FeaturesMenu } from './FeaturesMenu.tsx';
import { navigationEntryStyles } from './navigationEntryStyles.ts';
import { FlowSection } from '../errors/FlowSection.tsx';
import { SectionErrorBoundary } from '../errors/SectionErrorBoundary.tsx';
import { SessionActions } from './SessionActions.tsx';

const loadSideMenu = () => import('./SideMenu.tsx');
const SideMenu = lazy(() => loadSideMenu().then((module) => ({ default: module.SideMenu })));

const HomeLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  marginInlineEnd: 'auto',
  borderRadius: 12,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
}));

const Navigation = styled('nav')(({ theme }) => ({
  [theme.breakpoints.up('md')]: { marginInlineStart: theme.spacing(2) },
}));

const Pages = styled('ul')(({ theme }) => ({
  display: 'none',
  alignItems: 'center',
  gap: theme.spacing(0.25),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { display: 'flex' },
}));

const PageLink = styled(Link)(navigationEntryStyles);
const PageBrandLink = styled(BrandLink)(navigationEntryStyles);

// Takes the free space, so that nothing moves when the user's name is loaded.
const Session = styled(SessionActions)(({ theme }) => ({
  flexGrow: 1,
  minWidth: 0,
  gap: theme.spacing(0.5),
  whiteSpace: 'nowrap',
}));

export function NavigationBar() {
  const ariaCurrent = useAriaCurrent();
  const navigation = useOptionalFlow('navigation');
  const isMenuOpen = useSelector(navigation, (snapshot) => snapshot?.hasTag('menuOpen') ?? false);
  const state = useSelector(navigation, (snapshot) => snapshot && statePath(snapshot.value));
  /** The menu is loaded on first use and then stays mounted for its closing animation. */
  const [hasMenuOpened, setMenuOpened] = useState(false);
  if (isMenuOpen && !hasMenuOpened) setMenuOpened(true);

  return (
    <AppBar data-flow="navigation" data-state={state}>
      <Container>
        <Toolbar sx={{ gap: 1 }}>
          <HomeLink href="/" aria-label={`${brand.name}, home`}>
            <Brandmark nameSx={{ display: { xs: 'none', sm: 'inline', md: 'none', lg: 'inline' } }} />
          </HomeLink>
          <Navigation aria-label="Main">
            <Pages>
              <li>
                <PageLink href="/" aria-current={ariaCurrent('/', true)}>
                  Home
                </PageLink>
              </li>
              <li>
                <FeaturesMenu />
              </li>
              <li>
                <PageLink href="/about-us" aria-current={ariaCurrent('/about-us')}>
                  About Us
                </PageLink>
              </li>
              <li>
                <PageLink href="/blog" aria-current={ariaCurrent('/blog')}>
                  Blog
                </PageLink>
              </li>
              <li>
                <PageBrandLink to="contactUs">Contact Us</PageBrandLink>
              </li>
            </Pages>
          </Navigation>
          <FlowSection needs={['session']} fallback="button">
            <Session />
          </FlowSection>
          <FlowSection needs={['navigation']} fallback="button">
            <IconButton
              sx={hiddenWithoutScripts}
              aria-label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onPointerEnter={() => void loadSideMenu()}
              onClick={() => navigation?.send({ type: 'menu.opened' })}
            >
              <MenuIcon />
            </IconButton>
          </FlowSection>
        </Toolbar>
      </Container>
      {hasMenuOpened && (
        <SectionErrorBoundary>
          <Suspense>
            <SideMenu isOpen={isMenuOpen} onClose={() => navigation?.send({ type: 'menu.closed' })} />
          </Suspense>
        </SectionErrorBoundary>
      )}
    </AppBar>
  );
}
