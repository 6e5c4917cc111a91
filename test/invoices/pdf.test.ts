import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { SAC } from '../../domain/invoices/gst.ts';
import { unprintedProblem } from '../../domain/text/printedLetters.ts';
import { runsOf } from '../../server/invoices/pdf/lines.ts';
import { taxDocumentPdf } from '../../server/invoices/pdf/taxDocumentPdf.ts';
import { sampleCreditNote, sampleInvoice, sampleSupply } from './sample.ts';

/** Text in the scripts of India, also with joiners and spaces between. */
const INDIAN_LETTER = '[\\u{0900}-\\u{0DFF}\\u{AAE0}-\\u{AAFF}\\u{ABC0}-\\u{ABFF}]';
const INDIAN_TEXT = new RegExp(`${INDIAN_LETTER}(?:[\\u{200C}\\u{200D}\\s]*${INDIAN_LETTER})*`, 'gu');

/** Scripts whose glyphs stand for different letters in different words. */
const TEXT_ONLY_BESIDE_GLYPHS = ['Telugu', 'Kannada', 'Malayalam', 'Bengali', 'Gujarati', 'Odia'];

/** Extracted by an independent library. */
async function textOf(content: TaxDocumentContent): Promise<{ text: string; pages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(await taxDocumentPdf(content)));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), pages: totalPages };
}

/** A PDF draws some vowel signs before their consonant. */
const sortedLetters = (text: string): string =>
  Array.from(text.normalize('NFD').replace(/\s/g, '')).sort().join('');

/** `ActualText` has the original order of letters for readers. */
async function actualTexts(content: TaxDocumentContent): Promise<string[]> {
  const file = await taxDocumentPdf(content);
  const streams = file.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  return [...streams].flatMap(([, stream = '']) => {
    let page: string;
    try {
      page = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
    return [...page.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, text = '']) =>
      Buffer.from(
        text.replace(
          /\\([\\()nrtbf])/g,
          (_, c: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[c] ?? c,
        ),
        'latin1',
      )
        .swap16()
        .toString('utf16le')
        .replace('\u{FEFF}', ''),
    );
  });
}

describe('the PDF of an invoice', () => {
  test('contains everything that the law requires', async () => {
    const { text, pages } = await textOf(sampleInvoice());
    expect(pages).toBe(1);
    for (const field of [
      'Tax invoice',
      // The supplier: name, address, GSTIN.
      'Rooms Private Limited',
      '1, First Street, Chennai 600001',
      'GSTIN 33AAACH7409R1Z8',
      // Number and date.
      'Invoice number LR/2526/0000123',
      'Date 21 November 2025',
      // The recipient: name, address, GSTIN, state with its code.
      'Chola Traders LLP',
      '12, North Mada Street, Mylapore, Chennai 600004',
      'GSTIN 27AAPFU0939F1ZV',
      'State Maharashtra (27)',
      'Place of supply Tamil Nadu (33)',
      'Reverse charge No',
      // SAC, description, taxable value, rate and amount of each tax.
      '997212',
      'Rental of a meeting room',
      'Kolam Round, 25 November 2025, 10:00 AM to 11:30 AM (1.5 hours)',
      'Taxable value ₹1,20,750.00',
      'CGST 9% ₹10,867.50',
      'SGST 9% ₹10,867.50',
      'Total ₹1,42,485.00',
      'valid without a signature',
    ]) {
      expect(text).toContain(field);
    }
    expect(text).not.toContain('DEMO');
    expect(text).not.toContain('�');
  });

  test('of the demo says DEMO', async () => {
    expect((await textOf(sampleInvoice({ demo: true }))).text).toMatch(/^DEMO: this is not a tax document/);
  });

  test('shows whether it was paid online or at the desk', async () => {
    expect((await textOf(sampleInvoice())).text).toContain('Paid online with payment pay_abcdefghij0001.');
    const paidAtDesk = sampleInvoice({ payment_id: 'desk_cash_0123456789abcd' });
    expect((await textOf(paidAtDesk)).text).toContain(
      'Paid in cash at the desk, payment desk_cash_0123456789abcd.',
    );
  });

  test('of points shows their number and the value of a point', async () => {
    const supply = { sac: SAC, of: 'points', purchase_id: 'one', points: 10 } as const;
    const { text } = await textOf(sampleInvoice({ supply }));
    expect(text).toMatch(/10 points for meeting rooms\s+One point pays for one hour in any room/);
  });

  test('shows the end of a booking at midnight', async () => {
    const supply = { ...sampleSupply, start_time: '23:30:00', end_time: '24:00:00', hours: 0.5 };
    const { text } = await textOf(sampleInvoice({ supply }));
    expect(text).toContain('11:30 PM to 12:00 AM (0.5 hour)');
  });

  test('is the same file for the same content', async () => {
    const [one, other] = await Promise.all([
      taxDocumentPdf(sampleInvoice()),
      taxDocumentPdf(sampleInvoice()),
    ]);
    expect(one.equals(other)).toBe(true);
    expect(one.equals(await taxDocumentPdf(sampleInvoice({ number: 'LR/2526/0000124' })))).toBe(false);
  });
});

test('the PDF of a credit note names its invoice and the reason', async () => {
  const { text } = await textOf(sampleCreditNote());
  for (const field of [
    'Credit note number LC/2526/0000007',
    'Corrects invoice LR/2526/0000123',
    'Date of the invoice 21 November 2025',
    'The booking was cancelled.',
    'CGST 9% ₹5,433.75',
    'Total credited ₹71,242.50',
  ]) {
    expect(text).toContain(field);
  }
});

describe('a customer’s name is printed', () => {
  const invoiceTo = (name: string) =>
    sampleInvoice({ buyer: { name, address: null, gstin: null, state: null } });

  test.each([
    ['Tamil', 'செந்தில்குமார் கௌரி ஸ்ரீநிவாஸன்'],
    ['Devanagari', 'हिन्दी किताब श्री राष्ट्रीय क्षत्रिय ज्ञानेश्वर'],
    ['Telugu', 'శ్రీనివాస్ ట్రేడర్స్ కృష్ణమూర్తి కార్త్తిక్'],
    ['Kannada', 'ಶ್ರೀ ಮಂಜುನಾಥ ಎಂಟರ್‌ಪ್ರೈಸಸ್ ಲಕ್ಷ್ಮೀ ಜ್ಞಾನೇಶ್ವರ'],
    ['Malayalam', 'ശ്രീ കൃഷ്ണൻകുട്ടി എന്റർപ്രൈസസ് ലക്ഷ്മി'],
    ['Bengali', 'কৃষ্ণেন্দু মুখোপাধ্যায় এন্টারপ্রাইজ'],
    ['Gujarati', 'શ્રી લક્ષ્મી એન્ટરપ્રાઇઝ ક્ષત્રિય'],
    ['Gurmukhi', 'ਸ੍ਰੀ ਗੁਰੂ ਗ੍ਰੰਥ ਸਿੰਘ ਅੰਮ੍ਰਿਤਸਰ'],
    ['Odia', 'ଶ୍ରୀନିବାସ ଏଣ୍ଟରପ୍ରାଇଜ କୃଷ୍ଣଚନ୍ଦ୍ର'],
    ['Meetei Mayek', 'ꯃꯩꯇꯩ ꯃꯌꯦꯛ'],
    ['Ol Chiki', 'ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ'],
    ['Latin', 'Zoë Łukasz Ångström-Žižek d’Souza'],
    ['Vietnamese and other marks', 'Nguyễn Đặng Ẹ́bùn Ḷakṣmī'],
    ['three scripts', 'Senthil செந்தில் सेंथिल & Co. (₹)'],
    ['Greek and Cyrillic', 'Ωμέγα ᾳ Борис Ҳ'],
  ])('in %s', async (script, name) => {
    const written = name.normalize('NFC');
    // The scripts of India: the glyphs differ from the letters, and readers get the text as it is written.
    const shaped = written.match(INDIAN_TEXT) ?? [];
    expect((await actualTexts(invoiceTo(name))).join(' ').replace(/\s+/g, ' ').trim()).toBe(shaped.join(' '));
    // Every letter has a glyph.
    for (const { face, text } of runsOf(name, 700)) {
      expect(face.font.layout(text).glyphs.map(({ id }) => id)).not.toContain(0);
    }
    // Where a glyph stands for the same letters in each word, they are also in the glyphs.
    const printed = /To (.*) Description/.exec((await textOf(invoiceTo(name))).text)?.[1] ?? '';
    const inGlyphs = TEXT_ONLY_BESIDE_GLYPHS.includes(script) ? written : printed;
    expect(sortedLetters(inGlyphs)).toBe(sortedLetters(written));
  });

  test.each([
    ['alone', 'شركة محمد عبد الله'],
    ['with digits and brackets', 'شركة محمد (12)'],
    ['between Latin words', 'Chola شركة محمد & Sons 27'],
  ])('in Arabic letters %s, from right to left', async (_case, name) => {
    expect(await actualTexts(invoiceTo(name))).toEqual([name]);
    const { text } = await textOf(invoiceTo(name));
    expect(text).not.toContain('�');
  });

  test.each([
    ['שלום', 'Hebrew'],
    ['Chola 漢字 😀', 'Chinese and emoji'],
    ['M̈̊x̂', 'a mark that no font has with its letter'],
  ])('only in letters that a font has: %s is recognised before (%s)', (name) => {
    expect(unprintedProblem(name)).toMatch(
      /^has letters that an invoice cannot show \(.+\): please spell it/,
    );
  });

  test.each([
    ['300 letters with spaces', 'Chola '.repeat(50).trim()],
    ['300 letters without a space', 'W'.repeat(300)],
    ['300 letters of Tamil', 'நிறுவனம் '.repeat(40).slice(0, 300).trim()],
  ])('with %s, on one page', async (_case, name) => {
    const { text, pages } = await textOf(invoiceTo(name));
    expect(pages).toBe(1);
    expect(sortedLetters(/To (.*) Description/.exec(text)?.[1] ?? '')).toBe(sortedLetters(name));
  });

  test('with a replacement character for letters that no font has', async () => {
    const { text } = await textOf(invoiceTo('Chola 漢 😀 Traders'));
    expect(text).toContain('Chola � � Traders');
  });
});
