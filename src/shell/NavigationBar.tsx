import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { brand } from '../../domain/brand.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { MenuIcon } from '../icons/interface.tsx';
import { useOptionalFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '../theme/styled.ts';
import { withScripts } from '../theme/withScripts.ts';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';
import { FeaturesMenu } from './FeaturesMenu.tsx';
import { navigationEntry } from './navigationEntry.ts';
import { pageWidth } from './pageWidth.ts';
import { FlowSection } from './FlowSection.tsx';
import { SectionErrorBoundary } from './SectionErrorBoundary.tsx';
import { SessionActions } from './SessionActions.tsx';

const loadSideMenu = () => import('./SideMenu.tsx');
const SideMenu = lazy(() => loadSideMenu().then((module) => ({ default: module.SideMenu })));

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: theme.zIndex.appBar,
  borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.background.default} 88%, transparent)`,
  backdropFilter: 'blur(14px)',
  '& .row': {
    ...pageWidth(),
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    minHeight: 64,
    [theme.breakpoints.up('md')]: { minHeight: 76 },
  },
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
  '& .menu': withScripts,
  '& .entry': navigationEntry(theme),
  '& .session': {
    gap: theme.spacing(0.5),
    [theme.breakpoints.up('md')]: { marginInlineStart: theme.spacing(1.5) },
  },
}));

/** The bar on every page: where one can go, and who one is. */
export function NavigationBar() {
  const navigation = useOptionalFlow('navigation');
  const isMenuOpen = useSelector(navigation, (snapshot) => snapshot?.matches('menuOpen') ?? false);
  const state = useSelector(navigation, (snapshot) => snapshot && statePath(snapshot.value));
  /** The menu is fetched when it is first wanted, and stays to be seen closing. */
  const [isMenuWanted, setMenuWanted] = useState(false);
  if (isMenuOpen && !isMenuWanted) setMenuWanted(true);

  return (
    <Bar data-flow="navigation" data-state={state}>
      <div className="row">
        <Link className="brand" to="/" aria-label={`${brand.name}, home`}>
          <Brandmark />
        </Link>
        <nav aria-label="Main">
          <ul className="pages">
            <li>
              <NavLink className="entry" to="/" end>
                Home
              </NavLink>
            </li>
            <li>
              <FeaturesMenu />
            </li>
            <li>
              <NavLink className="entry" to="/about-us">
                About Us
              </NavLink>
            </li>
            <li>
              <NavLink className="entry" to="/blog">
                Blog
              </NavLink>
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
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onPointerEnter={() => void loadSideMenu()}
            onClick={() => navigation?.send({ type: 'menu.opened' })}
          >
            <MenuIcon />
          </IconButton>
        </FlowSection>
      </div>
      {isMenuWanted && (
        <SectionErrorBoundary>
          <Suspense>
            <SideMenu isOpen={isMenuOpen} onClose={() => navigation?.send({ type: 'menu.closed' })} />
          </Suspense>
        </SectionErrorBoundary>
      )}
    </Bar>
  );
}
