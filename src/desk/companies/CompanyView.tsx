import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { hasRole } from '../../../domain/account/roles.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { Company } from '../../../machines/desk/money/companyFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { CustomerField, noCustomer } from '../people/exports.ts';
import { Note } from '../ui/contentParts.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { CompanyDialog } from './CompanyDialog.tsx';
import { CompanyInvoices } from './CompanyInvoices.tsx';

const amountText = (paise: number): string => rupees(paise, 'always');

interface Props {
  readonly id: string;
  readonly staff: Staff;
  /** IST date. */
  readonly today: string;
}

/** A company: what is open, its people and its transfers. */
export function CompanyView({ id, staff, today }: Props) {
  const resource = useResource(useDeskFlow('company'), id);
  const { data: company, state, isBusy } = resource;
  return (
    <Stack sx={{ gap: 3 }} data-flow="company" data-state={state} aria-busy={isBusy}>
      <Link href="/desk?view=companies">All companies</Link>
      <DeskLoading resource={resource} />
      {company && (
        <>
          <Account company={company} staff={staff} />
          <CompanyInvoices company={company} staff={staff} />
          <OpenBookings company={company} staff={staff} today={today} />
          <Transfers company={company} staff={staff} today={today} />
          <People company={company} staff={staff} />
        </>
      )}
    </Stack>
  );
}

interface PartProps {
  readonly company: Company;
  readonly staff: Staff;
}

function Account({ company, staff }: PartProps) {
  const saving = useForm(useDeskFlow('saveCompany'));
  const { name, address, gstin, email, limit, open, charged, returned, transferred, termDays, closed } =
    company;
  const left = Math.max(limit - open, 0);
  return (
    <Panel title={name}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {[address, gstin && `GSTIN ${gstin}`, email].filter(Boolean).join(' · ')}
      </Typography>
      <Typography role="status">
        <strong>{`Open: ${amountText(Math.max(open, 0))} of ${amountText(limit)}.`}</strong>
        <span>
          {closed
            ? ' The account is closed.'
            : open < 0
              ? ` ${amountText(-open)} was paid too much and pays the next bookings.`
              : ` ${amountText(left)} is left.`}
        </span>
      </Typography>
      <Note>
        {`Booked on account ${amountText(charged)}, less ${amountText(returned)} returned and ${amountText(transferred)} transferred. An invoice is to be paid in ${termDays} days.`}
      </Note>
      {hasRole(staff.role, 'manager') && (
        <div>
          <Button onClick={() => saving.open(company)}>Change the company</Button>
        </div>
      )}
      {saving.isOpen && <CompanyDialog form={saving} company={company} />}
    </Panel>
  );
}

function OpenBookings({ company: { charges }, staff, today }: PartProps & Pick<Props, 'today'>) {
  return (
    <Panel title="Open bookings">
      {charges.length === 0 ? (
        <Typography>Nothing is open.</Typography>
      ) : (
        <DeskTable
          label="Open bookings"
          columns={['Booked', 'Booking', 'For', 'Meeting', 'Invoice', '#Amount', '#Open', 'Due']}
          rows={charges.map((charge) => ({
            key: charge.paymentId,
            cells: [
              longDate(charge.on),
              <RecordLink key="booking" staff={staff} href={`/desk?booking=${charge.bookingId}`}>
                {charge.bookingReference}
              </RecordLink>,
              charge.customer,
              longDate(charge.day),
              charge.invoice,
              amountText(charge.amount),
              amountText(charge.open),
              charge.due === null ? (
                'With the invoice'
              ) : charge.due < today ? (
                <StatusChip key="due" tone="bad">
                  {`Overdue since ${longDate(charge.due)}`}
                </StatusChip>
              ) : (
                longDate(charge.due)
              ),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function Transfers({ company: { id, name, transfers }, staff, today }: PartProps & Pick<Props, 'today'>) {
  const recording = useForm(useDeskFlow('recordTransfer'));
  const removing = useForm(useDeskFlow('removeTransfer'));
  const isManager = hasRole(staff.role, 'manager');
  return (
    <Panel title="Transfers">
      <Note>A transfer pays the oldest open bookings first.</Note>
      {transfers.length === 0 ? (
        <Typography>No transfer was recorded yet.</Typography>
      ) : (
        <DeskTable
          label="Transfers"
          columns={['Received', 'Reference', 'Recorded by', '#Amount', ...(isManager ? ['Actions'] : [])]}
          rows={transfers.map((transfer) => ({
            key: transfer.id,
            cells: [
              longDate(transfer.receivedOn),
              transfer.reference,
              transfer.by,
              amountText(transfer.amount),
              ...(isManager
                ? [
                    <RemoveButton
                      key="remove"
                      label={`Remove the transfer ${transfer.reference}`}
                      onClick={() => removing.open(transfer)}
                    />,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {hasRole(staff.role, 'bookkeeper') && (
        <div>
          <Button onClick={() => recording.open()}>Record a transfer</Button>
        </div>
      )}
      {recording.isOpen && (
        <DeskFormDialog
          title={`Transfer of ${name}`}
          form={recording}
          hiddenFields={{ companyId: id }}
          submitLabel="Record the transfer"
        >
          <DateInput label="Received on" initial={today} {...recording.bind('receivedOn')} />
          <TextField
            label="Amount, in rupees"
            required
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
            {...recording.bind('amount')}
          />
          <TextField label="Bank reference" required {...recording.bind('reference')} />
        </DeskFormDialog>
      )}
      {removing.isOpen && removing.record && (
        <DeskFormDialog
          title={`Remove the transfer ${removing.record.reference}`}
          description={
            <Typography>
              Only for a transfer that was recorded by mistake: it no longer counts, and its reference can be
              recorded again.
            </Typography>
          }
          form={removing}
          hiddenFields={{ companyId: id, transferId: removing.record.id }}
          submitLabel="Remove"
        >
          <TextField label="Reason" required {...removing.bind('reason')} />
        </DeskFormDialog>
      )}
    </Panel>
  );
}

function People({ company: { id, name, members }, staff }: PartProps) {
  const adding = useForm(useDeskFlow('addCompanyMember'));
  const removing = useForm(useDeskFlow('removeCompanyMember'));
  const isManager = hasRole(staff.role, 'manager');
  return (
    <Panel title="People">
      {members.length === 0 ? (
        <Typography>Nobody books for this company yet.</Typography>
      ) : (
        <DeskTable
          label="People"
          hasLongWords
          columns={['Name', 'Email address', ...(isManager ? ['Actions'] : [])]}
          rows={members.map((member) => ({
            key: member.userId,
            cells: [
              <RecordLink key="name" staff={staff} href={`/desk?view=people&person=${member.userId}`}>
                {member.name}
              </RecordLink>,
              member.email,
              ...(isManager
                ? [
                    <RemoveButton
                      key="remove"
                      label={`Remove ${member.name}`}
                      onClick={() => removing.open(member)}
                    />,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {isManager && (
        <ButtonRow>
          <Button onClick={() => adding.open()}>Add a person</Button>
        </ButtonRow>
      )}
      {adding.isOpen && <AddDialog form={adding} companyId={id} name={name} />}
      {removing.isOpen && removing.record && (
        <DeskFormDialog
          title={`Remove ${removing.record.name}`}
          description={<Typography>Bookings that are on account stay on account.</Typography>}
          form={removing}
          hiddenFields={{ companyId: id, userId: removing.record.userId }}
          submitLabel="Remove"
        >
          <TextField label="Reason" required {...removing.bind('reason')} />
        </DeskFormDialog>
      )}
    </Panel>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      size="small"
      variant="text"
      color="error"
      aria-label={label}
      // Its text is below the column's title.
      sx={{ marginInlineStart: -1.75 }}
      onClick={onClick}
    >
      Remove
    </Button>
  );
}

function AddDialog({ form, companyId, name }: { form: BoundForm; companyId: string; name: string }) {
  const [customer, setCustomer] = useState(noCustomer);
  return (
    <DeskFormDialog
      title={`Add a person of ${name}`}
      form={form}
      hiddenFields={{ companyId }}
      submitLabel="Add the person"
    >
      <CustomerField
        form={form}
        customer={customer}
        onChange={setCustomer}
        hint="Name, phone or email of the account"
      />
    </DeskFormDialog>
  );
}
