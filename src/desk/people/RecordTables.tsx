import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { BookingInList, TaxDocumentInList } from '../../../machines/desk/peopleFlows.ts';
import { shownState } from '../../../domain/bookings/bookingStates.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { amountText } from '../../../domain/money/amounts.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { DeskTable } from '../ui/DeskTable.tsx';
import { TaxDocumentButtons } from '../ui/TaxDocumentButtons.tsx';
import { useForm } from '../../ui/form/useForm.ts';

/** A table with the records of several customers has the customer of each. */
interface WithCustomer {
  readonly userId?: string;
  readonly customer?: string;
}

const personLink = ({ userId: id = '', customer }: WithCustomer) => (
  <Link key="customer" href={`/desk?view=people&person=${id}`}>
    {customer}
  </Link>
);

interface Props<Item> {
  readonly items: readonly (Item & WithCustomer)[];
  /** The table has a column with the customers. */
  readonly hasCustomers?: boolean;
}

/** Each link opens the booking in the plan of its day. */
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
        booking.roomName,
        longDate(booking.day),
        timesText(booking.range),
        shownState(booking.state, booking.arrival ?? null),
        amountText(booking.amount),
      ],
    }))}
  />
);

interface TaxDocumentsProps<Item> extends Props<Item> {
  readonly kindText?: (item: Item) => string;
  /** More buttons for a document. */
  readonly renderActions?: (item: Item) => ReactNode;
}

const kindName = ({ kind }: TaxDocumentInList): string => (kind === 'invoice' ? 'Invoice' : 'Credit note');

/** Each document can be printed and saved as PDF. */
export function TaxDocumentsTable<Item extends TaxDocumentInList>({
  items,
  hasCustomers = false,
  kindText = kindName,
  renderActions,
}: TaxDocumentsProps<Item>) {
  const file = useForm(useDeskFlow('taxDocumentFile'));
  return (
    <>
      <FailureAlert failure={file.failure} />
      <DeskTable
        label="Invoices and credit notes"
        columns={['Number', 'Kind', ...(hasCustomers ? ['Customer'] : []), 'Date', '#Amount', 'File']}
        rows={items.map((taxDocument) => ({
          key: taxDocument.id,
          cells: [
            taxDocument.number,
            kindText(taxDocument),
            ...(hasCustomers ? [personLink(taxDocument)] : []),
            longDate(taxDocument.date),
            rupees(taxDocument.amount, 'always'),
            <span key="file">
              <TaxDocumentButtons id={taxDocument.id} number={taxDocument.number} file={file} />
              {renderActions?.(taxDocument)}
            </span>,
          ],
        }))}
      />
    </>
  );
}
