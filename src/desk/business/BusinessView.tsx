import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useSearchParams } from 'react-router-dom';
import { POLICY_NAMES, policyPages } from '../../../domain/content/policyTexts.ts';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { PolicyTextForm } from './PolicyTextForm.tsx';

const sectionOf = (part: string): string =>
  part === 'details' ? '/desk?view=business' : `/desk?view=business&part=${part}`;

/** For owners. */
export function BusinessView() {
  const [query] = useSearchParams();
  const resource = useResource(useDeskFlow('deskBusiness'), 'all');
  const { data, state, isBusy } = resource;
  const policy = POLICY_NAMES.find((name) => name === query.get('part'));
  return (
    <Stack sx={{ gap: 3, maxWidth: '56rem' }} data-flow="deskBusiness" data-state={state} aria-busy={isBusy}>
      <Tabs
        value={policy ?? 'details'}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Parts of the business"
      >
        <Tab label="Details" value="details" href={sectionOf('details')} />
        {POLICY_NAMES.map((name) => (
          <Tab key={name} label={policyPages[name].title} value={name} href={sectionOf(name)} />
        ))}
      </Tabs>
      <DeskLoading resource={resource} />
      {data &&
        (policy ? (
          <PolicyTextForm key={policy} name={policy} business={data} />
        ) : (
          <DetailsForm business={data} />
        ))}
    </Stack>
  );
}
