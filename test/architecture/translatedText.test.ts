import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Elements that fail in a page which the browser translates, or that lose the focus. */
const refused: Record<string, string> = {
  textBesideIcon: '<p>{isBusy && <Spinner />}Login</p>',
  textBesideTwoIcons: '<p>{isBusy ? <Spinner /> : <Icon />}Rooms</p>',
  textThatComes: "<p><strong>Total</strong>{isPaid && 'paid'}</p>",
  textOfTwoKinds: "<p>{isPaid ? 'paid' : <Link />}<br /></p>",
  textInFragment: '<p>{isPaid && <>paid </>}<strong>today</strong></p>',
  textBesideList: '<p>Dates: {dates.map((date) => <Day key={date} date={date} />)}</p>',
  textOfComponent: "<>{isPaid && 'paid'}<br /></>",
  price: '<p>Total {amount}</p>',
  labelOfField: '<p>{isMended && <Icon />}{labels[field]}</p>',
  priceBesideElement: '<p><Icon />{amount}</p>',
  textOfButton: "<Button>{isPaid ? 'Paid' : amount}</Button>",
  textsThatTakeTurns: '<div>{isPaid ? <p>Paid</p> : <p>Pay <Link /></p>}</div>',
  comingIcon: '<Button startIcon={isBusy ? <Spinner /> : null}>Login</Button>',
  disabledButton: '<Button disabled={isBusy}>Login</Button>',
};

const accepted: Record<string, string> = {
  ownElement: '<p>{isBusy && <Spinner />}<span>Login</span></p>',
  onlyChild: "<p>{isPaid ? 'paid' : amount}</p>",
  template: '<p>{`Total ${amount}`}</p>',
  constantText: '<p>Call <a href="tel:1">us</a> about {brand.name}.</p>',
  elementsOnly: '<p>{isBusy && <Spinner />}<Icon /></p>',
  layout: '<div><Icon />{children}</div>',
  textOfButtonInElement: "<Button><span>{isPaid ? 'Paid' : amount}</span></Button>",
  textsWithKeys: '<div>{isPaid ? <p key="paid">Paid</p> : <p>Pay <Link /></p>}</div>',
  constantIcon: '<Button startIcon={<Icon />}>Login</Button>',
  iconBesideElement: '<Button startIcon={isBusy ? <Spinner /> : null}><span>Login</span></Button>',
  disabledForGood: '<Button disabled={nth === 0}>Login</Button>',
};

let project: string;
const reportedFiles = new Set<string>();

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'litrooms-text-'));
  const rules = { 'litrooms/text-in-own-element': 'error', 'litrooms/busy-button-keeps-focus': 'error' };
  const plugin = resolve('scripts/lint/litrooms.mjs');
  writeFileSync(join(project, '.oxlintrc.json'), JSON.stringify({ jsPlugins: [plugin], rules }));
  for (const [name, element] of Object.entries({ ...refused, ...accepted })) {
    writeFileSync(join(project, `${name}.tsx`), `export const Example = () => (${element});\n`);
  }
  const linter = resolve('node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolveOutput) => {
    // The linter exits with a failure because it finds errors. They are in its output.
    execFile(process.execPath, [linter, '--format', 'json'], { cwd: project }, (_error, text) =>
      resolveOutput(text),
    );
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  for (const { code, filename } of diagnostics) {
    if (code.startsWith('litrooms')) reportedFiles.add(filename);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each(Object.keys(refused))('the linter refuses %s', (name) => {
  expect(reportedFiles).toContain(`${name}.tsx`);
});

test.each(Object.keys(accepted))('the linter accepts %s', (name) => {
  expect(reportedFiles).not.toContain(`${name}.tsx`);
});
