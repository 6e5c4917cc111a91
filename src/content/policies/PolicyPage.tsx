import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { brand } from '../../../domain/content/brand.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { builtPolicyTexts, policyPages, type PolicyName } from '../../../domain/content/policyTexts.ts';
import { PageDescription } from '../../ui/layout/PageDescription.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { PolicyText, policyTextStyles } from '../../ui/markdown/PolicyText.tsx';

const Column = styled('div')({ maxWidth: '44rem', marginInline: 'auto' });

const Text = styled('div')(({ theme }) => policyTextStyles(theme));

// More specific than the styles of the text.
const Changed = styled('p')(({ theme }) => ({
  '&&': { marginBlockStart: theme.spacing(4), color: theme.vars.palette.text.secondary },
}));

interface Props {
  policy: PolicyName;
  /** For search engines and shared links. */
  description: string;
  lead: string;
  /** What comes before the text, and after it. */
  children?: ReactNode;
  end?: ReactNode;
}

/** With the date of its last change. The text of the build until an owner saves one. */
function SavedText({ policy }: Pick<Props, 'policy'>) {
  const { data, failure, isBusy, refresh } = useResource(useFlow('policyText', lazyFlows.policyText), policy);
  if (data) {
    return (
      <>
        <PolicyText text={data.text ?? builtPolicyTexts[policy]} />
        {data.changedOn !== null && <Changed>{`Last changed on ${longDate(data.changedOn)}.`}</Changed>}
      </>
    );
  }
  if (isBusy || failure === null) return <Skeleton aria-label="Loading the text" height={240} />;
  return (
    <p>
      The text could not be loaded.{' '}
      <Button variant="text" size="small" onClick={refresh}>
        Try again
      </Button>
    </p>
  );
}

/** A demo shows a notice that its text is only an example. */
export function PolicyPage({ policy, description, lead, children, end }: Props) {
  const { title, path } = policyPages[policy];
  const { data } = useResource(useFlow('policyText', lazyFlows.policyText), policy);
  return (
    <Container sx={{ paddingBlockStart: 5, paddingBlockEnd: 10 }}>
      <PageTitle>{title}</PageTitle>
      <PageDescription path={path}>{description}</PageDescription>
      <Column>
        <Typography variant="h1">{title}</Typography>
        <Typography
          variant="subtitle1"
          sx={{ marginBlockStart: 2, marginBlockEnd: 3, color: 'text.secondary' }}
        >
          {lead}
        </Typography>
        {brand.business.isDemo && data?.text === null && (
          <Alert severity="info" role="note">
            Demo text: it describes how this demo works. Have your own text checked before you take real
            bookings.
          </Alert>
        )}
        <Text>
          {children}
          <SavedText policy={policy} />
          <div>{end}</div>
        </Text>
      </Column>
    </Container>
  );
}
