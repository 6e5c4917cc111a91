import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router-dom';
import { hasRole } from '../../../domain/account/roles.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { dateAt, longDate } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { CompanyDialog } from './CompanyDialog.tsx';
import { CompanyView } from './CompanyView.tsx';

interface Props {
  readonly staff: Staff;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** The company in the address, or all of them with what is open. */
export function CompaniesView({ staff, now }: Props) {
  const [query] = useSearchParams();
  const id = query.get('company');
  return id === null ? (
    <Companies staff={staff} />
  ) : (
    <CompanyView id={id} staff={staff} today={dateAt(now())} />
  );
}

function Companies({ staff }: Pick<Props, 'staff'>) {
  const resource = useResource(useDeskFlow('companies'), 'all');
  const { data: companies, state, isBusy } = resource;
  const making = useForm(useDeskFlow('saveCompany'));
  return (
    <Stack sx={{ gap: 3 }} data-flow="companies" data-state={state} aria-busy={isBusy}>
      <Panel title="Companies">
        <Note>
          People of these companies book on account, up to the limit. The company pays by bank transfer.
        </Note>
        <DeskLoading resource={resource} />
        {companies?.length === 0 && <Typography>No company has an account yet.</Typography>}
        {companies && companies.length > 0 && (
          <DeskTable
            label="Companies"
            columns={['Name', '#Open', '#Limit', 'Open since', 'Account']}
            rows={companies.map(({ id, name, open, limit, since, closed }) => ({
              key: id,
              cells: [
                <Link key="name" href={`/desk?view=companies&company=${id}`}>
                  {name}
                </Link>,
                open < 0 ? `${rupees(-open, 'always')} credit` : rupees(open, 'always'),
                rupees(limit, 'always'),
                since && longDate(since),
                <StatusChip key="account" tone={closed ? 'quiet' : 'good'}>
                  {closed ? 'Closed' : 'Open'}
                </StatusChip>,
              ],
            }))}
          />
        )}
        {hasRole(staff.role, 'manager') && (
          <div>
            <Button onClick={() => making.open()}>Add a company</Button>
          </div>
        )}
      </Panel>
      {making.isOpen && <CompanyDialog form={making} company={null} />}
    </Stack>
  );
}
