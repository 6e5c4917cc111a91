import type { AnyEventObject } from 'xstate';
import { Redacted } from '../../../domain/text/redacted.ts';
import { formMachine } from '../../../machines/engine/form/form.ts';
import { type MachineModel, type Path } from '../../paths/paths.ts';
import { failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';
import type { EnquiryFields, EnquiryVariant } from '../../../machines/content/enquiry/fields.ts';

/* The paths of a form whose values are kept: the home page's enquiry, and its contact variant on the about page. */

const variants = {
  enquiry: { path: '/', group: 'Event enquiry', button: 'Enquire Now' },
  contact: { path: '/about-us', group: 'Message to us', button: 'Send message' },
} as const;

const filled: EnquiryFields = {
  name: 'Asha Raman',
  email: 'asha@example.com',
  phone: '98400 12345',
  enquireFor: 'EVENTS',
  date: '',
  people: '',
  message: '',
};

const enquiry: MachineModel = {
  machine: formMachine('form', {
    changes: [],
    labels: { name: 'Name' },
    validate: ({ name, email }) => (name && email ? {} : { name: 'missing' }),
    keeps: { name: '', email: '' },
  }),
  inputs: [
    { isOpen: true, variant: 'enquiry' },
    { isOpen: true, variant: 'contact', kept: filled },
  ],
  payloads: {
    'form.changed': [
      { field: 'name', value: 'Asha' },
      { field: 'name', value: '' },
    ],
    // The inputs have the values that the machine keeps.
    'form.submitted': [{ entry: new Redacted({}) }],
    'xstate.error.actor.send': [{ error: 'failed' }],
  },
  key: ({ context }) => ({ isShown: context.isShown, name: context.kept.name }),
  canHappen: ({ context, value }, { type }: AnyEventObject) => {
    if (!context.isShown) return type === 'form.shown';
    // The thanks replace the inputs, so that a sent entry cannot be sent again.
    if (value === 'done' && type === 'form.submitted') return false;
    // The form appears once: its page stays open, the form has no button that closes it, and it edits no record.
    return ![
      'form.shown',
      'form.left',
      'form.dismissed',
      'form.recordsLoaded',
      'form.recordSaved',
      'form.reloadRequested',
    ].includes(type);
  },
};

const variantOf = ({ input }: Path): EnquiryVariant => (input as { variant: EnquiryVariant }).variant;

const shownVariant = ({ page }: World) =>
  new URL(page.url()).pathname === variants.contact.path ? variants.contact : variants.enquiry;
const form = (world: World) => world.page.getByRole('group', { name: shownVariant(world).group });
const submitButton = (world: World) => form(world).getByRole('button', { name: shownVariant(world).button });

testPaths({
  name: 'form',
  flow: variantOf,
  model: enquiry,
  modelId: (id) => id.replaceAll(/(?<=^|> )(?:enquiry|contact)(?=[. ]|$)/g, 'form'),
  // The form is shown with its page.
  isTransientState: ({ event }) => event === null,
  longPaths: { maxEvents: 15 },
  expectedConsoleErrors: /^Error submitting form/,

  async start(world, path) {
    const { kept } = path.input as { kept?: EnquiryFields };
    const variant = variantOf(path);
    if (kept) await world.fillStorage({ tab: { enquiries: { [variant]: kept } } });
    await world.page.goto(variants[variant].path);
    // The form is hydrated when its visitor comes near it.
    await form(world).scrollIntoViewIfNeeded();
  },

  events: {
    'form.shown': () => Promise.resolve(),
    'form.changed': (world, { value }) =>
      form(world)
        .getByLabel('Name')
        .fill(value as string),
    'form.submitted': (world) => submitButton(world).click(),
    'xstate.done.actor.send': (world) => world.gates.enquire.open({ data: {} }),
    'xstate.error.actor.send': (world, event) => world.gates.enquire.open(failureIn(event)),
    'form.opened': (world) => form(world).getByRole('button', { name: 'Send another' }).click(),
  },

  states: {
    editing: async (world, { event, state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(submitButton(world)).not.toHaveAttribute('aria-disabled', 'true');
      const status = form(world).getByRole('status');
      if (event?.type === 'form.submitted')
        await expect(status).toContainText('Please check the 3 fields above');
      if (event?.type === 'form.opened') await expect(form(world).getByLabel('Name')).toHaveValue('');
      if (event?.type !== 'xstate.error.actor.send') return;
      await expect(status).toContainText(/\w/);
      await expect(form(world).getByLabel('Name')).toHaveValue('Asha Raman');
    },
    sending: async (world, { state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(submitButton(world)).toHaveAttribute('aria-disabled', 'true');
      await expect(form(world).getByRole('status')).toContainText('Sending…');
    },
    done: async (world, { state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(form(world).getByRole('heading', { name: 'Thank you' })).toBeFocused();
    },
  },
});
