import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { BillingResponse } from '../../contract/invoices/billing.ts';
import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { printedTaxDocument } from '../../server/invoices/printedTaxDocument.ts';
import { get, post, type SignedIn } from '../api/client.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { createPaidBooking, issueDueTaxDocuments, issuedTaxDocuments, makeCreditNoteDue } from './issuing.ts';

withFreshPayments();

const COMPANY = {
  company_name: 'Chola Traders LLP',
  address: '12, North Mada Street, Mylapore, Chennai 600004',
  gstin: '33AAACH7409R1Z8',
  state: '33',
};

const save = (fields: Record<string, unknown>, user: SignedIn = server.guest) =>
  post<BillingResponse & ErrorBody>(server, paths.billing, fields, { token: user.access });
const fetchBilling = async (user: SignedIn = server.guest) =>
  (await get<BillingResponse>(server, paths.billing, user.access)).body.data;

describe('billing details', () => {
  test('contain only the account’s company name until they are saved, and are separate for each user', async () => {
    const before = await fetchBilling();
    expect(before).toEqual({
      company_name: expect.any(String),
      address: '',
      gstin: '',
      state: '',
      sez: false,
      saved: false,
    });
    expect(await save(COMPANY)).toMatchObject({ status: 200, body: { data: { ...COMPANY, saved: true } } });
    expect(await fetchBilling()).toEqual({ ...COMPANY, sez: false, saved: true });
    expect(await fetchBilling(server.member)).toMatchObject({ gstin: '', saved: false });
    expect(await save({ company_name: '', address: '', gstin: '', state: '' })).toMatchObject({
      status: 200,
    });
    expect(await fetchBilling()).toEqual(before);
  });

  test('are normalised, and take the state from the GSTIN', async () => {
    await save({
      company_name: '  Chola \n Traders ',
      address: '12, North Mada Street\r\nChennai',
      gstin: ' 27 aapfu 0939 f1zv ',
    });
    expect(await fetchBilling()).toEqual({
      company_name: 'Chola Traders',
      address: '12, North Mada Street Chennai',
      gstin: '27AAPFU0939F1ZV',
      state: '27',
      sez: false,
      saved: true,
    });
  });

  test('without a GSTIN need only a name, of up to 300 letters in any script', async () => {
    const name = 'நிறுவனம் '.repeat(40).slice(0, 300).trim();
    expect(await save({ company_name: name })).toMatchObject({ status: 200 });
    expect(await fetchBilling()).toMatchObject({ company_name: name, gstin: '', state: '' });
  });

  test.each([
    ['a name of 301 letters', { company_name: 'x'.repeat(301) }, 'company_name'],
    ['no name', { company_name: ' ' }, 'company_name'],
    ['a name that changes the text direction', { company_name: 'Chola \u202Eredrat' }, 'company_name'],
    ['a name with a control character', { company_name: 'Cho\u0007la' }, 'company_name'],
    ['a name that no invoice can show', { company_name: 'Chola 漢字' }, 'company_name'],
    ['an address that no invoice can show', { address: '漢字 Road' }, 'address'],
    ['a special economic zone without a GSTIN', { gstin: '', sez: 'true' }, 'gstin'],
    ['an unclear choice', { sez: 'perhaps' }, 'sez'],
    ['the UIN of an embassy', { gstin: '0717USA00028UN6', state: '' }, 'gstin'],
    ['a GSTIN without an address', { address: '' }, 'address'],
    ['an address of 501 letters', { address: 'x'.repeat(501) }, 'address'],
    ['a short GSTIN', { gstin: '33AAACH7409R1Z' }, 'gstin'],
    ['a wrong check digit', { gstin: '33AAACH7409R1Z9' }, 'gstin'],
    ['the state of another GSTIN', { state: '27' }, 'state'],
    ['an unknown state', { gstin: '', state: '99' }, 'state'],
    ['a state named like a property of objects', { gstin: '', state: 'toString' }, 'state'],
  ])('are refused with %s', async (_case, changed, field) => {
    const response = await save({ ...COMPANY, ...changed });
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'bad-input' } } });
    expect(Object.keys(response.body.error.fields ?? {})).toEqual([field]);
    expect(await fetchBilling()).toMatchObject({ saved: false });
  });

  test('need a token', async () => {
    expect(await get(server, paths.billing)).toMatchObject({ status: 401 });
    expect(await post(server, paths.billing, COMPANY)).toMatchObject({ status: 401 });
  });
});

describe('an invoice', () => {
  test('names the company with its address, GSTIN and state', async () => {
    await save(COMPANY);
    await createPaidBooking(server);
    await issueDueTaxDocuments(server);
    expect(await issuedTaxDocuments(server.database)).toMatchObject([
      {
        buyer: {
          name: COMPANY.company_name,
          address: COMPANY.address,
          gstin: COMPANY.gstin,
          state: { code: '33', name: 'Tamil Nadu' },
        },
      },
    ]);
  });

  test('of a company in another state has CGST and SGST of the room’s state', async () => {
    await save({ ...COMPANY, gstin: '27AAPFU0939F1ZV', state: '' });
    await createPaidBooking(server);
    await issueDueTaxDocuments(server);
    expect(await issuedTaxDocuments(server.database)).toMatchObject([
      { buyer: { state: { code: '27' } }, place_of_supply: { code: '33' }, rates: { cgst: 9, sgst: 9 } },
    ]);
  });

  test('of a unit in a special economic zone has IGST, the endorsement, and so do its credit notes', async () => {
    expect(await save({ ...COMPANY, sez: 'true' })).toMatchObject({ body: { data: { sez: true } } });
    const paid = await createPaidBooking(server, { start: 20, end: 22 });
    await makeCreditNoteDue(server, randomUUID(), paid, 29_618);
    await issueDueTaxDocuments(server);
    const [invoice, note] = (await issuedTaxDocuments(server.database)).sort((a, b) =>
      a.number.localeCompare(b.number),
    );
    expect(invoice).toMatchObject({
      buyer: { gstin: COMPANY.gstin, sez: true },
      place_of_supply: { code: '33' },
      rates: { cgst: 0, sgst: 0, igst: 18 },
      amounts: { taxable: '502.00', cgst: '0.00', sgst: '0.00', igst: '90.36', total: '592.36' },
    });
    expect(note).toMatchObject({
      kind: 'credit-note',
      buyer: { sez: true },
      amounts: { taxable: '251.00', cgst: '0.00', sgst: '0.00', igst: '45.18', total: '296.18' },
    });
    const printed = printedTaxDocument(invoice as TaxDocumentContent);
    expect(printed.totals).toEqual([
      ['Taxable value', '₹502.00'],
      ['IGST 18%', '₹90.36'],
    ]);
    expect(printed.notes).toContain(
      'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax.',
    );
  });

  test('does not name a GSTIN that was added after the payment', async () => {
    await createPaidBooking(server);
    await save(COMPANY);
    await issueDueTaxDocuments(server);
    expect((await issuedTaxDocuments(server.database))[0]?.buyer.gstin).toBeNull();
  });

  test('removes unprintable characters from a name', async () => {
    const { database, guest } = server;
    const setName = (first_name: string, last_name: string | null) =>
      database
        .updateTable('app_user')
        .set({ first_name, last_name })
        .where('id', '=', guest.user_id)
        .execute();
    const { first_name, last_name } = await database
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('id', '=', guest.user_id)
      .executeTakeFirstOrThrow();
    await setName('Ka\u202Evya\u0007', null);
    await createPaidBooking(server);
    await setName(first_name, last_name);
    await issueDueTaxDocuments(server);
    expect((await issuedTaxDocuments(server.database))[0]?.buyer.name).toBe('Kavya');
  });
});
