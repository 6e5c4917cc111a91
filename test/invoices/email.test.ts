import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { taxDocumentAttachment } from '../../server/invoices/documents/taxDocumentAttachment.ts';
import { accounts } from '../api/client.ts';
import { send, server, withEmails } from '../email/emailServer.ts';
import type { ReceivedEmail } from '../email/mailServer.ts';
import { issueDueTaxDocuments, createPaidBooking, makeCreditNoteDue } from './issuing.ts';

withEmails();

/** Sends the due emails and returns those with a PDF attachment. */
const sendWithPdf = async () =>
  (await send({ attachments: { paper: taxDocumentAttachment(server.database) } })).filter(
    ({ mail: { attachments } }) => attachments.some(({ mimeType }) => mimeType === 'application/pdf'),
  );

async function textOf(email: ReceivedEmail | undefined): Promise<string> {
  const content = email?.mail.attachments[0]?.content as ArrayBuffer;
  return (await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })).text;
}

test('an invoice and a credit note are sent by email once, with the PDF of the tax document', async () => {
  const paid = await createPaidBooking(server);
  expect(await sendWithPdf(), 'nothing before it has a number').toEqual([]);
  await issueDueTaxDocuments(server);
  const [invoice, ...others] = await sendWithPdf();
  expect(others).toEqual([]);
  expect(invoice?.to).toEqual([accounts.guest.email]);
  expect(invoice?.mail.subject).toContain('DM/2526/0000001');
  const [file] = invoice?.mail.attachments ?? [];
  expect(file?.filename).toBe('DM-2526-0000001.pdf');
  expect(invoice?.mail.text).toMatch(/Paid: +₹\d[\d,]*(?:\.\d\d)? by card/);
  const text = await textOf(invoice);
  expect(text).toContain('DM/2526/0000001');
  expect(text).toContain(bookingReference(paid.bookingId));

  await makeCreditNoteDue(server, randomUUID(), paid, 10_000);
  await issueDueTaxDocuments(server);
  const [note, ...more] = await sendWithPdf();
  expect(more).toEqual([]);
  expect(await textOf(note)).toContain('DMC/2526/0000001');
  expect(note?.mail.text).toMatch(/Credited: +₹100\n/);
  expect(note?.mail.text).not.toContain('Paid:');
});
