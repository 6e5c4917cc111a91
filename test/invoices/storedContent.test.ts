import { expect, test } from 'vitest';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { storedBuyerName } from '../../server/invoices/content.ts';
import { sampleInvoice } from './sample.ts';

test.each([
  'Chola Traders LLP',
  'லட்சுமி "Lakshmi" \\ வெங்கட்ராமன்',
  '","name":"Another',
  '{"buyer":{"name":"Another"}}',
  '\u2028}{',
])('the name of a buyer is read from a stored content without parsing it: %j', (name) => {
  const { buyer, seller } = sampleInvoice();
  for (const address of [buyer.address, null, '{12}, "name": "Street"']) {
    const content = sampleInvoice({
      buyer: { ...buyer, name, address },
      seller: {
        ...seller,
        name: '"buyer":{"name":"The seller"}',
        address: '\\"buyer\\":{\\"name\\":\\"The seller\\"}',
      },
    });
    for (const text of [
      JSON.stringify(content),
      canonicalJson(content),
      JSON.stringify(content).replaceAll('":', '": '),
    ]) {
      expect(storedBuyerName(text)).toBe((JSON.parse(text) as typeof content).buyer.name);
    }
  }
});
