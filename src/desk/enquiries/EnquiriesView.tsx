import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useSearchParams } from 'react-router-dom';
import type { MarkRequest } from '../../../contract/desk/enquiries.ts';
import type { DeskEnquiry, EnquiryInList } from '../../../machines/desk/enquiryFlows.ts';
import { instantText, longDate } from '../../../domain/time/calendar.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { Fact, FactName, Facts } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

const Message = styled('p')({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

const Entries = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: 0,
  paddingInlineStart: theme.spacing(3),
}));

const stateNames: Record<EnquiryInList['state'], string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};
const states = Object.keys(stateNames) as EnquiryInList['state'][];

export function EnquiriesView() {
  const [query] = useSearchParams();
  const requestedState = query.get('state') as EnquiryInList['state'] | null;
  const state = requestedState !== null && states.includes(requestedState) ? requestedState : 'new';
  const openEnquiryId = query.get('enquiry');
  if (openEnquiryId !== null)
    return <EnquiryView id={openEnquiryId} back={`/desk?view=enquiries&state=${state}`} />;
  return <Inbox shown={state} />;
}

function Inbox({ shown }: { shown: EnquiryInList['state'] }) {
  const resource = useResource(useDeskFlow('inbox'), shown);
  const { data, state, isBusy } = resource;
  return (
    <Stack sx={{ gap: 3, maxWidth: '64rem' }} data-flow="inbox" data-state={state} aria-busy={isBusy}>
      <Stack component="nav" direction="row" sx={{ flexWrap: 'wrap', gap: 1 }} aria-label="State">
        {states.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === shown ? 'contained' : 'outlined'}
            href={`/desk?view=enquiries&state=${each}`}
            aria-current={each === shown ? 'page' : undefined}
          >
            <span>{data ? `${stateNames[each]} (${data.counts[each]})` : stateNames[each]}</span>
          </Button>
        ))}
      </Stack>
      <DeskLoading resource={resource} />
      {data?.data.length === 0 && <p>{`There are no ${stateNames[shown].toLowerCase()} enquiries.`}</p>}
      {data && data.data.length > 0 && (
        <DeskTable
          label="Enquiries"
          isInPanel={false}
          columns={['When', 'Name', 'About', 'Assigned to']}
          rows={data.data.map((enquiry) => ({
            key: enquiry.id,
            cells: [
              instantText(enquiry.at),
              <Link key="name" href={`/desk?view=enquiries&state=${shown}&enquiry=${enquiry.id}`}>
                {enquiry.name}
              </Link>,
              enquiry.enquireFor,
              enquiry.assignedTo ?? 'nobody',
            ],
          }))}
        />
      )}
      {data?.more && <p>There are older enquiries. Close the ones that are done.</p>}
    </Stack>
  );
}

function EnquiryView({ id, back }: { id: string; back: string }) {
  const resource = useResource(useDeskFlow('deskEnquiry'), id);
  const { data: enquiry, state, isBusy } = resource;
  return (
    <Stack sx={{ gap: 3, maxWidth: '64rem' }} data-flow="deskEnquiry" data-state={state} aria-busy={isBusy}>
      <div>
        <Link href={back}>All enquiries</Link>
      </div>
      <DeskLoading resource={resource} />
      {enquiry && (
        <>
          <About enquiry={enquiry} refresh={resource.refresh} />
          <History enquiry={enquiry} />
          {enquiry.state !== 'closed' && <Reply enquiry={enquiry} refresh={resource.refresh} />}
        </>
      )}
    </Stack>
  );
}

/** In words that follow the name of a staff member. */
type Change = DeskEnquiry['history'][number]['kind'];
const historyText: Record<Change, string> = {
  reply: 'answered',
  taken: 'took it over',
  left: 'handed it back',
  closed: 'closed it',
  reopened: 'reopened it',
};

/** Somebody else has changed the enquiry meanwhile. */
const ConcurrentChange = ({
  present,
  shown,
  refresh,
}: {
  present: Record<string, unknown> | undefined;
  /** The version that is on the screen. */
  shown: number;
  refresh: () => void;
}) =>
  present && Number(present['version']) > shown ? (
    <ConcurrentChangeNotice present={present} refresh={refresh} />
  ) : null;

function ConcurrentChangeNotice({
  present,
  refresh,
}: {
  present: Record<string, unknown>;
  refresh: () => void;
}) {
  const notice = useFocusParentOnUnmount<HTMLDivElement>();
  return (
    <Alert severity="info" ref={notice} action={<Button onClick={refresh}>Show the change</Button>}>
      {typeof present['by'] === 'string'
        ? `Someone else was faster: ${present['by']} ${historyText[present['change'] as Change]}.`
        : 'Someone else has changed this enquiry.'}
    </Alert>
  );
}

function About({ enquiry, refresh }: { enquiry: DeskEnquiry; refresh: () => void }) {
  const { isBusy, failure, send } = useForm(useDeskFlow('markEnquiry'));
  const mark = (to: MarkRequest['mark']) =>
    send({ id: String(enquiry.id), version: String(enquiry.version), mark: to });
  const button = (to: MarkRequest['mark'], label: string) => (
    <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={() => mark(to)}>
      <span>{label}</span>
    </Button>
  );
  return (
    <Panel title={enquiry.name}>
      <Facts>
        <FactName>State</FactName>
        <Fact>
          <StatusChip
            tone={enquiry.state === 'new' ? 'booking' : enquiry.state === 'answered' ? 'good' : 'quiet'}
          >
            {stateNames[enquiry.state]}
          </StatusChip>
        </Fact>
        <FactName>Assigned to</FactName>
        <Fact>{enquiry.isMine ? 'you' : (enquiry.assignedTo ?? 'nobody')}</Fact>
        <FactName>Sent</FactName>
        <Fact>{instantText(enquiry.at)}</Fact>
        <FactName>Email</FactName>
        <Fact>{enquiry.email}</Fact>
        <FactName>Phone</FactName>
        <Fact>
          <Link component="a" href={`tel:${enquiry.phone}`}>
            {enquiry.phone}
          </Link>
        </Fact>
        <FactName>About</FactName>
        <Fact>{enquiry.enquireFor}</Fact>
        {enquiry.wantedOn !== null && (
          <>
            <FactName>For</FactName>
            <Fact>{longDate(enquiry.wantedOn)}</Fact>
          </>
        )}
        {enquiry.people !== null && (
          <>
            <FactName>People</FactName>
            <Fact>{enquiry.people}</Fact>
          </>
        )}
      </Facts>
      {enquiry.message !== null && <Message>{enquiry.message}</Message>}
      <FailureAlert failure={failure?.details.present ? null : failure} />
      <ConcurrentChange present={failure?.details.present} shown={enquiry.version} refresh={refresh} />
      <ButtonRow>
        {enquiry.isMine ? button('left', 'Hand it back') : button('taken', 'Take it over')}
        {enquiry.state === 'closed' ? button('reopened', 'Reopen it') : button('closed', 'Close it')}
      </ButtonRow>
    </Panel>
  );
}

const History = ({ enquiry: { history } }: { enquiry: DeskEnquiry }) =>
  history.length === 0 ? null : (
    <Panel title="History">
      <Entries>
        {history.map((entry) => (
          <li key={entry.id}>
            <span>{`${instantText(entry.at)}: ${entry.by} ${historyText[entry.kind]}`}</span>
            {entry.text !== null && <Message>{entry.text}</Message>}
          </li>
        ))}
      </Entries>
    </Panel>
  );

function Reply({ enquiry, refresh }: { enquiry: DeskEnquiry; refresh: () => void }) {
  const form = useForm(useDeskFlow('replyToEnquiry'));
  const { isBusy, failure, bind } = form;
  if (!enquiry.isMailable) {
    return (
      <Alert severity="info">
        We cannot send email to this address. Please call, and close the enquiry when it is settled.
      </Alert>
    );
  }
  return (
    <Panel title="Reply">
      <OpenableForm
        form={failure?.details.present ? { ...form, failure: null } : form}
        openLabel="Write a reply"
        openButton={{}}
        hiddenFields={{ id: enquiry.id, version: enquiry.version }}
        submitLabel="Send the reply"
      >
        <ConcurrentChange present={failure?.details.present} shown={enquiry.version} refresh={refresh} />
        <TextField
          label="Reply"
          multiline
          minRows={5}
          required
          slotProps={{ input: { readOnly: isBusy }, htmlInput: { maxLength: 5000 } }}
          {...bind('text')}
        />
      </OpenableForm>
    </Panel>
  );
}
