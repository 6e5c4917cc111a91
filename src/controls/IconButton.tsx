import { styled } from '../theme/styled.ts';

/** A button that is only a picture; whoever uses it gives it a name. */
export const IconButton = styled('button')(({ theme }) => ({
  display: 'inline-grid',
  flex: 'none',
  placeItems: 'center',
  width: 44,
  height: 44,
  padding: 0,
  border: '1px solid transparent',
  borderRadius: '50%',
  backgroundColor: 'transparent',
  color: 'inherit',
  fontSize: '1.375rem',
  cursor: 'pointer',
  touchAction: 'manipulation',
  transition: 'background-color 160ms',
  '&:hover': { backgroundColor: theme.vars.palette.tint },
}));
