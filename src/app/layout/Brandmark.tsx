import { brand } from '../../../domain/content/brand.ts';
import { styled, type SxProps, type Theme } from '@mui/material/styles';
import { brandColours } from '../../ui/theme/palette.ts';
import { displayFont } from '../../ui/theme/typography.ts';

const Mark = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1.25),
  fontFamily: displayFont,
  fontSize: '1.5rem',
  fontWeight: 560,
  letterSpacing: '-0.025em',
  lineHeight: 1,
  color: 'inherit',
}));

const Logo = styled('svg')({ flex: 'none', width: 36, height: 36 });

const Name = styled('span')({});

export const Brandmark = ({ nameSx }: { nameSx?: SxProps<Theme> }) => (
  <Mark>
    <Logo viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect width="36" height="36" rx="10.5" fill={brandColours.teal} />
      <path d="M10 28V17a8 8 0 0 1 16 0v11z" fill={brandColours.brass} />
      <path d="M10 28V17a8 8 0 0 1 8-8v19z" fill={brandColours.clay} />
      <circle cx="22" cy="19.5" r="1.35" fill={brandColours.teal} />
    </Logo>
    <Name {...(nameSx && { sx: nameSx })}>{brand.name}</Name>
  </Mark>
);
