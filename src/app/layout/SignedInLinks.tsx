import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
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
  '& a': {
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
    '&:hover': { backgroundColor: theme.vars.palette.tint },
    '&[aria-current="page"]': { backgroundColor: theme.vars.palette.tint },
    '& svg': { flex: 'none', fontSize: '1.375rem', color: theme.vars.palette.primary.main },
  },
  '& .name': { overflow: 'hidden', minWidth: 0, maxWidth: '9em', textOverflow: 'ellipsis' },
  // A phone has space only for the icons; the words stay for screen readers.
  [theme.breakpoints.down('sm')]: {
    gap: 0,
    '& a': { padding: 0 },
    '& .name, & .word': { position: 'absolute', clipPath: 'inset(50%)' },
  },
  [theme.breakpoints.between('md', 'lg')]: { '& .word': { position: 'absolute', clipPath: 'inset(50%)' } },
}));

/** Links to My bookings and to the profile, with the signed-in user's name. */
export default function SignedInLinks({ userId }: { userId: string }) {
  const { data: member } = useResource(useFlow('member'), userId);
  return (
    <Links>
      <Link component={NavLink} to="/my-bookings">
        <CalendarIcon />
        <span className="word">My bookings</span>
      </Link>
      <Link component={NavLink} to="/profile">
        <PersonIcon />
        <span className="name">{member?.first_name ?? 'My profile'}</span>
      </Link>
    </Links>
  );
}
