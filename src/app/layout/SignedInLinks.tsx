import Link from '@mui/material/Link';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { CalendarIcon, PersonIcon } from '../../ui/icons/pages.tsx';
import { useResource } from '../system/resource.ts';
import { useFlow } from '../system/flows.ts';

const Links = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  // A long name becomes shorter where the bar is narrow.
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { gap: 0 },
}));

const PageLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(0.75),
  minWidth: 44,
  minHeight: 44,
  paddingInline: theme.spacing(1),
  borderRadius: 12,
  color: theme.vars.palette.text.primary,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover, &[aria-current="page"]': { backgroundColor: theme.vars.palette.tint },
  [theme.breakpoints.down('sm')]: { padding: 0 },
})) as typeof Link;

const iconStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  flex: 'none',
  fontSize: '1.375rem',
  color: theme.vars.palette.primary.main,
});
const BookingsIcon = styled(CalendarIcon)(iconStyles);
const ProfileIcon = styled(PersonIcon)(iconStyles);

/** Hidden from sight; the words stay for screen readers. */
const unseen: CSSObject = { position: 'absolute', clipPath: 'inset(50%)' };

// A phone has space only for the icons.
const Word = styled('span')(({ theme }) => ({
  [theme.breakpoints.down('sm')]: unseen,
  [theme.breakpoints.between('md', 'lg')]: unseen,
}));

const UserName = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  minWidth: 0,
  maxWidth: '9em',
  textOverflow: 'ellipsis',
  [theme.breakpoints.down('sm')]: unseen,
}));

export default function SignedInLinks({ userId }: { userId: string }) {
  const { data: member } = useResource(useFlow('member'), userId);
  return (
    <Links>
      <PageLink component={NavLink} to="/my-bookings">
        <BookingsIcon />
        <Word>My bookings</Word>
      </PageLink>
      <PageLink component={NavLink} to="/profile">
        <ProfileIcon />
        <UserName>{member?.firstName ?? 'My profile'}</UserName>
      </PageLink>
    </Links>
  );
}
