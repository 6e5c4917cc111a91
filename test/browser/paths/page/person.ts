import type { Locator, Page } from '@playwright/test';
import { BOOKING_PATH } from '../../../../machines/engine/navigation.ts';
import { takeRecordedToast } from '../../recordedToasts.ts';
import { clickAriaDisabled, newestToast } from '../../visitorActions.ts';
import { bookNow, card, goToMeetingRooms, slotCell, viewSlots } from './bookingActions.ts';
import { pressInPaymentWindow } from './checkoutScript.ts';
import { expect } from './probed.ts';
import type { World } from './world.ts';

/** A person at a page, who does and sees what the words of a machine say (test/paths/words). */
export class Person {
  readonly world: World;
  /** Lets the step's event happen that no person causes: a response, or a delay. */
  readonly letHappen: () => Promise<unknown>;

  constructor(world: World, letHappen: () => Promise<unknown>) {
    this.world = world;
    this.letHappen = letHappen;
  }

  get page(): Page {
    return this.world.page;
  }

  button = (name: string): Locator => this.page.getByRole('button', { name, exact: true });
  /** A button may be a link that looks like one. */
  buttonOrLink = (name: string, within: Page | Locator = this.page): Locator =>
    within.getByRole('button', { name, exact: true }).or(within.getByRole('link', { name, exact: true }));

  press = (name: string): Promise<void> => this.buttonOrLink(name).click();
  /** The keyboard reaches what something else covers. */
  pressByKey = (name: string): Promise<void> => this.button(name).press('Enter');
  input = (label: string): Locator => this.page.getByLabel(label, { exact: true });
  async type(text: string, label: string): Promise<void> {
    // The same text again is no change.
    if ((await this.input(label).inputValue()) === text) await this.input(label).fill('');
    await this.input(label).fill(text);
  }

  /** Chooses times of the models' room. */
  async chooseTimes(date: string, halfHours: readonly string[], chosen: string): Promise<void> {
    await viewSlots(this.page, date);
    for (const halfHour of halfHours) await slotCell(this.page, halfHour).click();
    await expect(card(this.page)).toContainText(chosen);
  }

  /** Opens the booking page. */
  async bookNow(): Promise<void> {
    await bookNow(this.page);
    // The address changes when the code of the booking page is there.
    await this.seesPage(BOOKING_PATH);
  }

  pressInPaymentWindow = (button: string): Promise<void> => pressInPaymentWindow(this.page, button);

  /** The models' room. */
  get room(): Locator {
    return card(this.page);
  }

  pressBookNow = (): Promise<void> => bookNow(this.page);
  clickSlot = (range: string): Promise<void> => clickAriaDisabled(slotCell(this.page, range));

  /** The keyboard chooses, because a toast may cover the lists. */
  async search(date: string, startTime: string | undefined, duration: string): Promise<void> {
    const choose = async (name: string, option: string): Promise<void> => {
      const list = this.page.getByRole('combobox', { name });
      await list.press('Enter');
      await this.page.getByRole('option', { name: option, exact: true }).press('Enter');
      await expect(list).toHaveText(option);
    };
    if (startTime) await choose('Start time', startTime);
    await choose('Duration', duration);
    await viewSlots(this.page, date);
  }

  seesInRoom = (text: string): Promise<void> => expect(this.room).toContainText(text);
  async seesSlot(
    range: string,
    { isTaken, isSelected }: { isTaken?: true; isSelected?: boolean },
  ): Promise<void> {
    const cell = slotCell(this.page, range);
    if (isTaken) await expect(cell).toHaveAccessibleName(/, taken$/);
    if (isSelected !== undefined) await expect(cell).toHaveAttribute('aria-selected', String(isSelected));
  }

  async seesNoSlots(label: string): Promise<void> {
    await expect(this.room.getByText(label)).toBeAttached();
    await expect(this.room.getByRole('gridcell')).toHaveCount(0);
  }

  goToMeetingRooms = (): Promise<void> => goToMeetingRooms(this.page);

  #historyIndex = (): Promise<number> =>
    this.page.evaluate(() => (history.state as { idx?: number } | null)?.idx ?? 0);

  /** By the browser's buttons. Without a page before, the person has come back from the next one. */
  async leaveByHistory(): Promise<void> {
    const index = await this.#historyIndex();
    leftAtIndex.set(this.page, index);
    await (index > 0 ? this.page.goBack() : this.page.goForward());
  }

  async returnToBooking(): Promise<void> {
    const reminder = this.page.getByRole('link', { name: /^(?:Continue to confirm|Back to your booking)$/ });
    if (await reminder.isVisible()) await reminder.click();
    else if ((await this.#historyIndex()) < (leftAtIndex.get(this.page) ?? 0)) await this.page.goForward();
    else await this.page.goBack();
    await expect(this.page).toHaveURL((url) => url.pathname === BOOKING_PATH);
  }

  seesPage = (path: string): Promise<void> => expect(this.page).toHaveURL((url) => url.pathname === path);
  sees = (target: Locator): Promise<void> => expect(target).toBeVisible();
  doesNotSee = (target: Locator): Promise<void> => expect(target).toBeHidden();
  /** Now or shortly before: a message lasts a few seconds. */
  seesMessage = (text: string): Promise<void> =>
    expect(async () => {
      const wasShown = await takeRecordedToast(this.page, text);
      expect(wasShown || (await newestToast(this.page, text).isVisible()), `the message “${text}”`).toBe(
        true,
      );
    }).toPass();
  seesHeading = (name: string, level?: number): Promise<void> =>
    this.sees(this.page.getByRole('heading', { name, exact: true, ...(level && { level }) }));
  seesStatus = (text: string): Promise<void> =>
    this.sees(this.page.getByRole('status').filter({ hasText: text }));
  seesDialog = (name: string): Promise<void> => this.sees(this.page.getByRole('dialog', { name }));
  seesRoom = (): Promise<void> => this.sees(card(this.page));
  seesEnabled = (name: string, isEnabled: boolean): Promise<void> =>
    expect(this.button(name)).toBeEnabled({ enabled: isEnabled });

  seesValue = (label: string, value: string): Promise<void> => expect(this.input(label)).toHaveValue(value);
  seesFocus = (label: string): Promise<void> => expect(this.input(label)).toBeFocused();

  /** With its buttons and links. */
  async seesNotice(title: string, actions: readonly string[]): Promise<void> {
    const notice = this.page
      .getByRole('alert')
      .filter({ has: this.page.getByRole('heading', { name: title }) });
    await this.sees(notice);
    for (const action of actions) await this.sees(this.buttonOrLink(action, notice));
  }

  /** In an alert of the page's main part. */
  async seesInMain(texts: readonly string[]): Promise<void> {
    const alert = this.page.getByRole('main').getByRole('alert');
    for (const text of texts) await expect(alert).toContainText(text);
  }

  /** The part of the page that shows a flow. */
  flow = (name: string): Locator => this.page.locator(`[data-flow="${name}"]`);
  seesFlow = (name: string, state: string): Promise<void> =>
    expect(this.flow(name)).toHaveAttribute('data-state', state);
}

/** Place in the history of the page that was left without a link. */
const leftAtIndex = new WeakMap<Page, number>();
