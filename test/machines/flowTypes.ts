import type { RunningApp } from './startApp.ts';

/** Wrong names in a test do not compile: the type check fails when one of these lines has no error. */
export function wrongNames(app: RunningApp): void {
  const checkout = app.flow('checkout');
  checkout.send({ type: 'checkout.confirmed' });
  // @ts-expect-error There is no such event.
  checkout.send({ type: 'checkout.confirm' });
  // @ts-expect-error The event has other fields.
  app.flow('search').send({ type: 'search.changed', name: 'date', value: '2025-11-21' });

  const snapshot = checkout.getSnapshot();
  void snapshot.context.selection;
  // @ts-expect-error There is no such field.
  void snapshot.context.selected;
  snapshot.matches('reviewing');
  // @ts-expect-error There is no such state.
  snapshot.matches('review');

  app.flow('slots:1').send({ type: 'slots.clicked', slot: 20 });
  // @ts-expect-error There is no such flow.
  app.flow('checkouts');
}
