import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { bookingReference } from '../../domain/bookingReference.ts';
import { paperAttachment } from '../../server/papers/paperAttachment.ts';
import { accounts } from '../api/client.ts';
import { send, server, withLetters } from '../letters/letterServer.ts';
import type { Received } from '../letters/mailServer.ts';
import { issue, paidBooking, refundDue } from './issuing.ts';

withLetters();

/** Sends the letters that are due with the papers that they refer to; those with an attachment. */
const withFile = async () =>
  (await send({ attachments: { paper: paperAttachment(server.database) } })).filter(
    ({ mail: { attachments } }) => attachments.some(({ mimeType }) => mimeType === 'application/pdf'),
  );

async function textOf(letter: Received | undefined): Promise<string> {
  const content = letter?.mail.attachments[0]?.content as ArrayBuffer;
  return (await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })).text;
}

test('an invoice and a credit note come by e-mail, each once, as the PDF of the paper', async () => {
  const paid = await paidBooking(server);
  expect(await withFile(), 'nothing before it has a number').toEqual([]);
  await issue(server);
  const [invoice, ...others] = await withFile();
  expect(others).toEqual([]);
  expect(invoice?.to).toEqual([accounts.guest.email]);
  expect(invoice?.mail.subject).toContain('DM/2526/0000001');
  const [file] = invoice?.mail.attachments ?? [];
  expect(file?.filename).toBe('DM-2526-0000001.pdf');
  expect(invoice?.mail.text).toMatch(/Paid: +₹\d[\d,]*(?:\.\d\d)? by card/);
  const text = await textOf(invoice);
  expect(text).toContain('DM/2526/0000001');
  expect(text).toContain(bookingReference(paid.bookingId));

  await refundDue(server, randomUUID(), paid, 10_000);
  await issue(server);
  const [note, ...more] = await withFile();
  expect(more).toEqual([]);
  expect(await textOf(note)).toContain('DMC/2526/0000001');
  expect(note?.mail.text).toMatch(/Credited: +₹100\n/);
  expect(note?.mail.text).not.toContain('Paid:');
});
