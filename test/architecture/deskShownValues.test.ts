import { expect, test } from 'vitest';
import document from '../../contract/openapi.json';

/**
 * Every write of the desk sends what its author saw, or is a command whose meaning does not depend on other changes. Otherwise
 * the second of two clerks silently overwrites the first.
 */

/** What each write sends of what was shown: a version, or the value itself. */
const shownFields: Readonly<Record<string, string>> = {
  '/api/desk/booking/cancel/': 'policy_refund',
  '/api/desk/booking/move/': 'sequence',
  '/api/desk/refund/make/': 'left',
  '/api/desk/refund/confirm/': 'left',
  '/api/desk/refund/limits/save/': 'version',
  '/api/desk/booking/extend/': 'sequence',
  '/api/desk/booking/extend/link/': 'sequence',
  '/api/desk/booking/shorten/': 'sequence',
  '/api/desk/person/membership/': 'was_monthly',
  '/api/desk/points/grant/': 'balance',
  '/api/desk/points/correct/': 'balance',
  '/api/desk/block-outs/edit/': 'version',
  '/api/desk/enquiry/reply/': 'version',
  '/api/desk/enquiry/mark/': 'version',
  '/api/desk/rooms/save/': 'version',
  '/api/desk/rooms/price/': 'version',
  '/api/desk/rooms/price/remove/': 'version',
  '/api/desk/rooms/rates/': 'version',
  '/api/desk/rooms/rates/remove/': 'version',
  '/api/desk/rooms/archive/': 'version',
  '/api/desk/rooms/order/': 'shown_ids',
  '/api/desk/cancellation-policy/set/': 'version',
  '/api/desk/cancellation-policy/remove/': 'version',
  '/api/desk/business/save/': 'version',
  '/api/desk/business/text/': 'version',
  '/api/desk/posts/save/': 'version',
  '/api/desk/posts/publish/': 'version',
  '/api/desk/posts/unpublish/': 'version',
  '/api/desk/posts/delete/': 'version',
  '/api/desk/settlements/explain/': 'ours',
  '/api/desk/tills/close/': 'number',
  '/api/desk/company/save/': 'version',
  '/api/desk/events/save/': 'version',
  '/api/desk/events/remove/': 'version',
};

/** Writes that overwrite no text or number of another person, with the reason. */
const commands: Readonly<Record<string, string>> = {
  '/api/desk/roles/give/': 'the owner names the account and its role',
  '/api/desk/invitations/invite/': 'the owner names the address and its role',
  '/api/desk/invitations/send/': 'sends an email with another link',
  '/api/desk/invitations/withdraw/': 'ends an invitation, which never changes',
  '/api/desk/booking/arrival/': 'a fact that the clerk at the door states; the audit has the earlier one',
  '/api/desk/booking/note/': 'adds a note; none is ever changed',
  '/api/desk/booking/walk-in/': 'makes a booking',
  '/api/desk/booking/sell/': 'makes a booking',
  '/api/desk/booking/link/': 'makes a hold',
  '/api/desk/booking/link/withdraw/': 'ends one hold, once',
  '/api/desk/booking/letters/': 'sends emails again',
  '/api/desk/block-outs/make/': 'makes a block-out',
  '/api/desk/block-outs/except/': 'leaves one day out or blocks it again, whatever it was',
  '/api/desk/block-outs/fill/': 'blocks what is free',
  '/api/desk/block-outs/move/': 'each of its moves carries the sequence of its booking',
  '/api/desk/block-outs/remove/': 'ends one block-out, once',
  '/api/desk/person/confirm-again/': 'sends an email again',
  '/api/desk/person/address/': 'adds an address to an account that has none',
  '/api/desk/person/close/': 'closes one account, once; the points that are lost are confirmed',
  '/api/desk/person/block/': 'blocks or unblocks, whatever it was',
  '/api/desk/papers/correct/': 'replaces one invoice, once',
  '/api/desk/papers/documents/make/': 'prints what the month has',
  '/api/desk/refund/retry/': 'asks the provider again',
  '/api/desk/refund/hand-back/': 'records one refund as paid, once',
  '/api/desk/refund/decline/': 'ends one request, once',
  '/api/desk/second-factor/begin/': 'concerns only its author',
  '/api/desk/second-factor/confirm/': 'concerns only its author',
  '/api/desk/second-factor/prove/': 'concerns only its author',
  '/api/desk/second-factor/reset/': 'removes what is there',
  '/api/desk/company/members/add/': 'adds an account, once',
  '/api/desk/company/members/remove/': 'removes an account, once',
  '/api/desk/company/transfer/': 'records one transfer, once',
  '/api/desk/company/transfer/remove/': 'removes one transfer, once',
  '/api/desk/company/invoice/': 'queues the invoice of the shown month, once',
  '/api/desk/pictures/add/': 'adds a file',
  '/api/desk/settlements/report/': 'adds lines; none is ever changed',
};

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly BodySchema[];
  readonly allOf?: readonly BodySchema[];
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
}

const fieldsOf = ({ properties = {}, anyOf = [], allOf = [] }: BodySchema): readonly string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...allOf].flatMap(fieldsOf),
];

const writes = Object.entries(document.paths as Record<string, { readonly post?: Operation }>).flatMap(
  ([path, { post }]) => (post && path.startsWith('/api/desk/') ? [[path, post] as const] : []),
);

test('every write of the desk carries what was shown, or is a command', () => {
  expect(writes.map(([path]) => path).toSorted()).toEqual(
    [...Object.keys(shownFields), ...Object.keys(commands)].toSorted(),
  );
});

test.each(Object.entries(shownFields))('%s carries %s', (path, field) => {
  const operation = writes.find(([each]) => each === path)?.[1];
  const schemas = Object.values(operation?.requestBody?.content ?? {});
  expect(schemas.flatMap(({ schema }) => fieldsOf(schema))).toContain(field);
});
