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

const Bar = styled(AppBar)(({ theme }) => ({
  '& .row': { gap: theme.spacing(1) },
  '& .brand': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    marginInlineEnd: 'auto',
    borderRadius: 12,
    color: theme.vars.palette.text.primary,
    textDecoration: 'none',
    [theme.breakpoints.down(27.5)]: { '& .name': { display: 'none' } },
  },
  '& nav ul.pages': {
    display: 'none',
    alignItems: 'center',
    gap: theme.spacing(0.25),
    margin: 0,
    padding: 0,
    listStyle: 'none',
    [theme.breakpoints.up('md')]: { display: 'flex' },
  },
  '& .menu': { flex: 'none', ...hiddenWithoutScripts },
  '& .entry': navigationEntryStyles(theme),
  '& nav': { [theme.breakpoints.up('md')]: { marginInlineStart: theme.spacing(2) } },
  // In the narrowest windows with page links in the bar, smaller gaps leave space for the session's buttons.
  [theme.breakpoints.between('md', 64)]: {
    '& nav .entry': { paddingInline: theme.spacing(1) },
    '& .brand .name': { display: 'none' },
  },
  // Takes the free space, so that nothing moves when the user's name is loaded.
  '& .session': { flexGrow: 1, minWidth: 0, gap: theme.spacing(0.5), whiteSpace: 'nowrap' },
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
    <Bar data-flow="navigation" data-state={state}>
      <Container>
        <Toolbar className="row">
          <Link className="brand" href="/" aria-label={`${brand.name}, home`}>
            <Brandmark />
          </Link>
          <nav aria-label="Main">
            <ul className="pages">
              <li>
                <Link className="entry" href="/" aria-current={ariaCurrent('/', true)}>
                  Home
                </Link>
              </li>
              <li>
                <FeaturesMenu />
              </li>
              <li>
                <Link className="entry" href="/about-us" aria-current={ariaCurrent('/about-us')}>
                  About Us
                </Link>
              </li>
              <li>
                <Link className="entry" href="/blog" aria-current={ariaCurrent('/blog')}>
                  Blog
                </Link>
              </li>
              <li>
                <BrandLink className="entry" to="contactUs">
                  Contact Us
                </BrandLink>
              </li>
            </ul>
          </nav>
          <FlowSection needs={['session']} fallback="button">
            <SessionActions className="session" />
          </FlowSection>
          <FlowSection needs={['navigation']} fallback="button">
            <IconButton
              className="menu"
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
    </Bar>
  );
}
