import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';
import { styled } from '@mui/material/styles';

const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&[hidden]': { display: 'none' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

/** As wide as two fields. */
export const WholeRow = styled('div')({ gridColumn: '1 / -1' });

interface Props {
  title: string;
  lead: string;
  isShown: boolean;
  /** The heading takes the focus when the step is shown. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A hidden step stays in the page, because only its inputs hold the passwords (ruling 13). */
export function FormStep({ title, lead, isShown, headingRef, children }: Props) {
  const titleId = useId();
  return (
    <Section aria-labelledby={titleId} hidden={!isShown}>
      <WholeRow as="header">
        <Typography
          variant="h2"
          id={titleId}
          ref={headingRef}
          tabIndex={-1}
          sx={{ fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 1.875rem)' }}
        >
          {title}
        </Typography>
        <Box component="p" sx={{ marginBlockStart: 0.75, marginBlockEnd: 0, color: 'text.secondary' }}>
          {lead}
        </Box>
      </WholeRow>
      {children}
    </Section>
  );
}
