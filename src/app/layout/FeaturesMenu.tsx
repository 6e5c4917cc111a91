import Link from '@mui/material/Link';
import { type FocusEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ChevronDownIcon } from '../../ui/icons/interface.tsx';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { BrandLink } from './BrandLink.tsx';
import { useAriaCurrent } from './currentPage.ts';
import { navigationEntryStyles } from './navigationEntryStyles.ts';

const Disclosure = styled('div')({ position: 'relative' });

const ToggleButton = styled('button')(
  { font: 'inherit', border: 0, background: 'none' },
  navigationEntryStyles,
  ({ theme }) => ({ gap: theme.spacing(0.5), cursor: 'pointer' }),
);

const Chevron = styled(ChevronDownIcon)({
  transition: 'transform 160ms',
  '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' },
});

// Its ::before covers the gap between button and list, so that the pointer does not leave the menu.
const Entries = styled('ul')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: '100%',
  insetInlineStart: theme.spacing(-1),
  zIndex: 1,
  minWidth: '15rem',
  margin: 0,
  marginBlockStart: theme.spacing(1),
  padding: theme.spacing(1),
  listStyle: 'none',
  borderRadius: 18,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[4],
  '&[hidden]': { display: 'none' },
  // Opens the menu when scripts are off.
  '@media (scripting: none)': { 'div:is(:hover, :focus-within) > &[hidden]': { display: 'block' } },
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    insetBlockEnd: '100%',
    height: theme.spacing(1.5),
  },
}));

const entryStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  paddingInline: theme.spacing(1.5),
  borderRadius: 12,
  color: theme.vars.palette.text.primary,
  fontWeight: 550,
  textDecoration: 'none',
  '&[href]:hover, &[aria-current]': { backgroundColor: theme.vars.palette.tint },
  '&[aria-disabled]': { color: theme.vars.palette.text.disabled, cursor: 'default' },
});
const EntryLink = styled(Link)(entryStyles);
const EntryBrandLink = styled(BrandLink)(entryStyles);

/** Opens by hover, keyboard focus or tap. */
export function FeaturesMenu() {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);

  const ariaCurrent = useAriaCurrent();
  const { pathname } = useLocation();
  const isOnFeature = /^\/(meeting-room|event-training)/.test(pathname);

  const close = () => setOpen(false);
  const setOpenByMouse = (open: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setOpen(open);
  };
  const openOnFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) setOpen(true);
  };
  const closeOnLeaving = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  // A mouse has already opened the menu by hovering, so only a tap or a key toggles it.
  const toggle = (event: MouseEvent) => {
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'mouse') setOpen((open) => !open);
  };

  return (
    <Disclosure
      onPointerEnter={setOpenByMouse(true)}
      onPointerLeave={setOpenByMouse(false)}
      onBlur={closeOnLeaving}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        button.current?.focus();
        setOpen(false);
      }}
    >
      <ToggleButton
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-current={isOnFeature || undefined}
        onFocus={openOnFocus}
        onClick={toggle}
      >
        Features
        <Chevron />
      </ToggleButton>
      <Entries id={listId} hidden={!isOpen}>
        <li>
          <EntryLink href="/meeting-room" aria-current={ariaCurrent('/meeting-room')} onClick={close}>
            Meeting Room
          </EntryLink>
        </li>
        <li>
          <EntryLink href="/event-training" aria-current={ariaCurrent('/event-training')} onClick={close}>
            Event &amp; Training
          </EntryLink>
        </li>
        <li>
          <EntryBrandLink to="b2bConnect">B2B Connect</EntryBrandLink>
        </li>
      </Entries>
    </Disclosure>
  );
}
