import { enquiry } from '../../paths/models/enquiry.ts';
import type { Path } from '../../paths/paths.ts';
import { failureIn } from './gates.ts';
import { expect } from './probed.ts';
import { walkPaths } from './walkPath.ts';
import type { World } from './world.ts';
import type { EnquiryFields, EnquiryVariant } from '../../../machines/content/enquiry/events.ts';

/* The enquiry's paths: the home page's form, and the contact variant on the about page. */

const variants = {
  enquiry: { path: '/', group: 'Event enquiry', button: 'Enquire Now' },
  contact: { path: '/about-us', group: 'Message to us', button: 'Send message' },
} as const;

const variantOf = ({ input }: Path): EnquiryVariant => (input as { variant: EnquiryVariant }).variant;

const shownVariant = ({ page }: World) =>
  new URL(page.url()).pathname === variants.contact.path ? variants.contact : variants.enquiry;
const form = (world: World) => world.page.getByRole('group', { name: shownVariant(world).group });
const submitButton = (world: World) => form(world).getByRole('button', { name: shownVariant(world).button });

walkPaths({
  name: 'enquiry',
  flow: variantOf,
  model: enquiry,
  tours: { maxEvents: 15 },
  expectedConsoleErrors: /^Error submitting form/,

  async start(world, path) {
    const { persisted } = path.input as { persisted?: EnquiryFields };
    const variant = variantOf(path);
    if (persisted) await world.fillStorage({ tab: { enquiries: { [variant]: persisted } } });
    await world.page.goto(variants[variant].path);
    // The form is hydrated when its visitor comes near it.
    await form(world).scrollIntoViewIfNeeded();
  },

  events: {
    'enquiry.changed': (world, { value }) =>
      form(world)
        .getByLabel('Name')
        .fill(value as string),
    'enquiry.submitted': (world) => submitButton(world).click(),
    'xstate.done.actor.send': (world) => world.gates.enquire.open({ data: {} }),
    'xstate.error.actor.send': (world, event) => world.gates.enquire.open(failureIn(event)),
    'enquiry.resumed': (world) => form(world).getByRole('button', { name: 'Send another' }).click(),
  },

  states: {
    writing: async (world, { event, state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(submitButton(world)).not.toHaveAttribute('aria-disabled', 'true');
      const status = form(world).getByRole('status');
      if (event?.type === 'enquiry.submitted')
        await expect(status).toContainText('Please check the 3 fields above');
      if (event?.type === 'enquiry.resumed') await expect(form(world).getByLabel('Name')).toHaveValue('');
      if (event?.type !== 'xstate.error.actor.send') return;
      await expect(status).toContainText(/\w/);
      await expect(form(world).getByLabel('Name')).toHaveValue('Asha Raman');
    },
    sending: async (world, { state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(submitButton(world)).toHaveAttribute('aria-disabled', 'true');
      await expect(form(world).getByRole('status')).toContainText('Sending…');
    },
    sent: async (world, { state }) => {
      await expect(form(world)).toHaveAttribute('data-state', state);
      await expect(form(world).getByRole('heading', { name: 'Thank you' })).toBeFocused();
    },
  },
});
