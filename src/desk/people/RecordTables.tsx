import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { BookingInList, TaxDocumentInList } from '../../../contract/desk/people.ts';
import { shownState, stateOf } from '../../../domain/bookings/bookingStates.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { clockTime, parseSlotTime } from '../../../domain/time/slots.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { moneyText } from '../../bookings/moneyText.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskTable } from '../ui/DeskTable.tsx';
import { useForm } from '../../ui/form/useForm.ts';

const slotText = (time: string): string => clockTime(parseSlotTime(time) ?? 0);

/** The customer of a record, when the table has those of several. */
interface WithCustomer {
  readonly user_id?: string;
  readonly customer?: string;
}

const personLink = ({ user_id: id = '', customer }: WithCustomer) => (
  <Link key="customer" href={`/desk?view=people&person=${id}`}>
    {customer}
  </Link>
);

interface Props<Item> {
  readonly items: readonly (Item & WithCustomer)[];
  /** Whether the table has a column with the customers. */
  readonly hasCustomers?: boolean;
}

/** Bookings, each with a link that opens it in the plan of its day. */
export const BookingsTable = ({ items, hasCustomers = false }: Props<BookingInList>) => (
  <DeskTable
    label="Bookings"
    columns={['Booking', ...(hasCustomers ? ['Customer'] : []), 'Room', 'Day', 'Time', 'State', '#Paid']}
    rows={items.map((booking) => ({
      key: booking.id,
      cells: [
        <Link key="link" href={`/desk?date=${booking.day}&booking=${booking.id}`}>
          {booking.reference}
        </Link>,
        ...(hasCustomers ? [personLink(booking)] : []),
        booking.room_name,
        longDate(booking.day),
        `${slotText(booking.start_time)} to ${slotText(booking.end_time)}`,
        shownState(stateOf(booking), booking.arrival ?? null),
        moneyText(booking.paid_with, booking.amount),
      ],
    }))}
  />
);

/** Invoices and credit notes, each with buttons that print it and save it as PDF. */
export function TaxDocumentsTable({ items, hasCustomers = false }: Props<TaxDocumentInList>) {
  const { isBusy, failure, send } = useForm(useDeskFlow('taxDocumentFile'));
  return (
    <>
      <FailureAlert failure={failure} />
      <DeskTable
        label="Invoices and credit notes"
        columns={['Number', 'Kind', ...(hasCustomers ? ['Customer'] : []), 'Date', '#Amount', 'File']}
        rows={items.map((taxDocument) => ({
          key: taxDocument.id,
          cells: [
            taxDocument.number,
            taxDocument.kind === 'invoice' ? 'Invoice' : 'Credit note',
            ...(hasCustomers ? [personLink(taxDocument)] : []),
            longDate(taxDocument.date),
            moneyText('card', taxDocument.amount),
            <span key="file">
              {(['print', 'pdf'] as const).map((file) => (
                <Button
                  key={file}
                  size="small"
                  variant="text"
                  aria-disabled={isBusy}
                  aria-label={
                    file === 'print' ? `Print ${taxDocument.number}` : `Save ${taxDocument.number} as PDF`
                  }
                  onClick={() => send({ id: taxDocument.id, number: taxDocument.number, file })}
                >
                  {file === 'print' ? 'Print' : 'PDF'}
                </Button>
              ))}
            </span>,
          ],
        }))}
      />
    </>
  );
}
