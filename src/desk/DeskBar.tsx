import Stack from '@mui/material/Stack';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import type { Staff } from '../../machines/desk/flows.ts';
import { ChevronDownIcon } from '../ui/icons/interface.tsx';
import { PersonIcon, SearchIcon } from '../ui/icons/pages.tsx';
import { Brandmark } from '../app/layout/Brandmark.tsx';
import { DeskSearch } from './DeskSearch.tsx';
import { type Section, sectionPath } from './sections.tsx';

const sectionStyles = (theme: Theme): CSSObject => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  paddingInline: theme.spacing(1.5),
  borderRadius: 999,
  color: theme.vars.palette.text.primary,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars.palette.tint },
  '&[aria-current], &[data-current]': {
    backgroundColor: theme.vars.palette.tint,
    color: theme.vars.palette.primary.main,
  },
});

const SectionLink = styled(Link)(({ theme }) => sectionStyles(theme));

const SectionButton = styled(Button)(({ theme }) => ({ ...sectionStyles(theme), minWidth: 0 }));

interface DropdownProps {
  /** The button's accessible name; without an icon it is also its text. */
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** Choosing an entry closes the menu. */
function Dropdown({ name, icon, isCurrent = false, children }: DropdownProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const button = {
    id,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget),
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'data-current': isCurrent ? '' : undefined,
  } as const;
  return (
    <>
      {icon ? (
        <IconButton {...button} aria-label={name}>
          {icon}
        </IconButton>
      ) : (
        <SectionButton {...button} variant="text" endIcon={<ChevronDownIcon />}>
          <Typography component="span" variant="inherit" noWrap>
            {name}
          </Typography>
        </SectionButton>
      )}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        onClick={close}
        slotProps={{ list: { 'aria-labelledby': id } }}
      >
        {children}
      </Menu>
    </>
  );
}

interface Props {
  readonly staff: Staff;
  readonly sections: readonly Section[];
  readonly current: Section;
  readonly onSignOut: () => void;
}

/** A role with so few sections has no menu on wide screens. */
const MAX_IN_BAR = 6;

/**
 * One row at every width. Wide screens show the daily sections as links and all other sections in a menu. On a phone all
 * sections are in the menu, whose button shows the name of the open section.
 */
export function DeskBar({ staff, sections, current, onSignOut }: Props) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'));
  const inBar = isNarrow
    ? []
    : sections.length <= MAX_IN_BAR
      ? sections
      : sections.filter(({ isDaily }) => isDaily);
  const inMenu = sections.filter((section) => !inBar.includes(section));
  const isInMenu = inMenu.includes(current);
  return (
    <AppBar position="sticky">
      <Toolbar sx={{ gap: 1, paddingInline: { xs: 2, sm: 3 } }}>
        <Box sx={{ display: 'flex', color: 'text.primary' }}>
          <Brandmark nameSx={{ display: { xs: 'none', lg: 'inline' } }} />
        </Box>
        <Stack
          component="nav"
          direction="row"
          sx={{ gap: 0.5, minWidth: 0, marginInlineEnd: 'auto' }}
          aria-label="Desk"
        >
          {inBar.map(({ name, title }) => (
            <SectionLink
              key={name}
              href={sectionPath(name)}
              aria-current={name === current.name ? 'page' : undefined}
            >
              {title}
            </SectionLink>
          ))}
          {inMenu.length > 0 && (
            <Dropdown name={isInMenu ? current.title : 'More'} isCurrent={isInMenu}>
              {inMenu.map(({ name, title }) => (
                <MenuItem
                  key={name}
                  component={Link}
                  href={sectionPath(name)}
                  selected={name === current.name}
                  aria-current={name === current.name ? 'page' : undefined}
                >
                  {title}
                </MenuItem>
              ))}
            </Dropdown>
          )}
        </Stack>
        {!sections.some(({ name }) => name === 'people') ? null : isWide ? (
          <DeskSearch isCompact />
        ) : (
          <IconButton component={Link} href={sectionPath('people')} aria-label="Search">
            <SearchIcon />
          </IconButton>
        )}
        <Dropdown name="Your account" icon={<PersonIcon />}>
          <MenuItem disabled>{`${staff.name}, ${staff.role}`}</MenuItem>
          <Divider />
          <MenuItem onClick={onSignOut}>Log out</MenuItem>
        </Dropdown>
      </Toolbar>
    </AppBar>
  );
}
