import Alert from '@mui/material/Alert';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { brand } from '../../domain/brand.ts';
import type { PublicPath } from '../../domain/sitePaths.ts';
import { PageDescription } from '../shell/PageDescription.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';

const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(5, 10),
  '& .column': { maxWidth: '44rem', marginInline: 'auto' },
  '& .lead': { margin: theme.spacing(2, 0, 3), color: theme.vars.palette.text.secondary },
  '& h2': { margin: theme.spacing(5, 0, 1), fontSize: 'clamp(1.375rem, 1.25rem + 0.5vw, 1.625rem)' },
  '& p': { margin: theme.spacing(1, 0, 0), textWrap: 'pretty' },
  '& ul': { margin: theme.spacing(1, 0, 0), paddingInlineStart: theme.spacing(2.5) },
  '& li + li': { marginBlockStart: theme.spacing(0.5) },
  '& a': { color: theme.vars.palette.primary.main, fontWeight: 600 },
}));

interface Props {
  path: PublicPath;
  title: string;
  /** For search engines and shared links. */
  description: string;
  lead: string;
  children: ReactNode;
}

/** A page of rules in plain words. A demo shows a notice that the text is only an example. */
export const PolicyPage = ({ path, title, description, lead, children }: Props) => (
  <Page>
    <PageTitle>{title}</PageTitle>
    <PageDescription path={path}>{description}</PageDescription>
    <div className="column">
      <Typography variant="h1">{title}</Typography>
      <Typography variant="subtitle1" className="lead">
        {lead}
      </Typography>
      {brand.business.isDemo && (
        <Alert severity="info" role="note">
          Demo text: it describes how this demo works. Have your own text checked before you take real
          bookings.
        </Alert>
      )}
      {children}
    </div>
  </Page>
);
