import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** One line of code per file. They are linted in a temporary project that has only these files and the linter's rules. */
const forbiddenImports: Record<string, string> = {
  'domain/fromContract.ts': `import '../contract/paths.ts';`,
  'domain/fromMachines.ts': `import '../machines/engine/root.ts';`,
  'domain/fromNode.ts': `import 'node:fs';`,
  'domain/usesWindow.ts': `window.scrollTo(0, 0);`,
  'contract/fromMachines.ts': `import type { A } from '../machines/engine/root.ts'; export type B = A;`,
  'contract/fromServer.ts': `import '../server/platform/config/config.ts';`,
  'contract/fromReact.ts': `import 'react';`,
  'contract/usesFetch.ts': `await fetch('/');`,
  'machines/fromSite.ts': `import '../src/main.ts';`,
  'machines/checkout/fromServer.ts': `import '../../server/platform/config/config.ts';`,
  'machines/fromTest.ts': `import '../test/machines/startApp.ts';`,
  'machines/contractValue.ts': `import { paths } from '../contract/paths.ts'; export default paths;`,
  'machines/fromReact.ts': `import 'react';`,
  'machines/fromReactDom.ts': `import 'react-dom/client';`,
  'machines/fromXstateReact.ts': `import '@xstate/react';`,
  'machines/fromMui.ts': `import '@mui/material';`,
  'machines/fromAxios.ts': `import 'axios';`,
  'machines/fromNode.ts': `import 'node:timers';`,
  'machines/usesWindow.ts': `window.scrollTo(0, 0);`,
  'machines/usesDocument.ts': `document.title = '';`,
  'machines/usesLocalStorage.ts': `localStorage.clear();`,
  'machines/usesSessionStorage.ts': `sessionStorage.clear();`,
  'machines/usesFetch.ts': `await fetch('/');`,
  'machines/usesXhr.ts': `new XMLHttpRequest().send();`,
  'machines/circleOfValues.ts': `import { b } from './valueInCircle.ts'; export const a = b;`,
  'machines/valueInCircle.ts': `import { a } from './circleOfValues.ts'; export const b = a;`,
  'machines/circleOfTypes.ts': `import type { B } from './checkout/typeInCircle.ts'; export type A = B;`,
  'machines/checkout/typeInCircle.ts': `import type { A } from '../circleOfTypes.ts'; export type B = A | null;`,
  'src/shell/circleOfTypes.ts': `import type { B } from './typeInCircle.ts'; export type A = B;`,
  'src/shell/typeInCircle.ts': `import type { A } from './circleOfTypes.ts'; export type B = A | null;`,
  'machines/fromFlows.ts': `import '../tools/flows/drawing.ts';`,
  'domain/fromFlows.ts': `import '../tools/flows/drawing.ts';`,
  'contract/fromFlows.ts': `import '../tools/flows/drawing.ts';`,
  'server/fromFlows.ts': `import '../tools/flows/drawing.ts';`,
  'tools/flows/fromMachines.ts': `import '../../machines/engine/root.ts';`,
  'tools/flows/fromDomain.ts': `import '../../domain/time/slots.ts';`,
  'tools/flows/fromInspector.ts': `import '../inspector/protocol.ts';`,
  'tools/flows/fromNode.ts': `import 'node:fs';`,
  'tools/flows/fromReact.ts': `import 'react';`,
  'tools/flows/usesDocument.ts': `document.title = '';`,
  'src/fromInsideFlows.ts': `import '../tools/flows/drawing/layOut.ts';`,
  'tools/inspector/fromInsideFlows.ts': `import '../flows/drawing/layOut.ts';`,
  'test/paths/fromInsideFlows.ts': `import '../../tools/flows/paths/greedyCover.ts';`,
  'scripts/fromInsideFlows.ts': `import '../tools/flows/command/flows.ts';`,
  'tools/flows/command/fromMachines.ts': `import '../../../machines/engine/root.ts';`,
  'tools/inspector/fromServer.ts': `import '../../server/platform/config/config.ts';`,
  'tools/sandbox/fromMachines.ts': `import '../../machines/engine/root.ts';`,
  'tools/sandbox/fromInspector.ts': `import '../inspector/protocol.ts';`,
  'tools/mailbox/fromMachines.ts': `import '../../machines/engine/root.ts';`,
  'tools/mailbox/fromInspector.ts': `import '../inspector/protocol.ts';`,
  'tools/openapi/fromMachines.ts': `import '../../machines/engine/root.ts';`,
  'src/fromOpenApi.ts': `import '../tools/openapi/document.ts';`,
  'src/fromMailbox.ts': `import '../tools/mailbox/plugin.ts';`,
  'server/fromInspector.ts': `import '../tools/inspector/protocol.ts';`,
  'src/fromSandbox.ts': `import '../tools/sandbox/plugin.ts';`,
  'machines/fromSandbox.ts': `import '../tools/sandbox/plugin.ts';`,
  'src/fromServer.ts': `import '../server/platform/config/config.ts';`,
  'src/pages/fromTest.ts': `import '../../test/browser/site.ts';`,
  'src/contractValue.ts': `import { room } from '../contract/rooms/rooms.ts'; export default room;`,
  'src/pages/contractValue.ts': `import { room } from '../../contract/rooms/rooms.ts'; export default room;`,
  'src/shell/usesLocalStorage.ts': `localStorage.clear();`,
  'src/shell/usesSessionStorage.ts': `sessionStorage.clear();`,
  'src/fromNode.ts': `import 'node:fs';`,
  'src/ui/fromCapability.ts': `import '../rooms/list/RoomCard.tsx';`,
  'src/ui/fields/fromMachineOfCapability.ts': `import type { A } from '../../../machines/rooms/events.ts'; export type B = A;`,
  'src/bookings/fromInsideRooms.ts': `import '../rooms/list/RoomCard.tsx';`,
  'src/bookings/fromTopOfRooms.ts': `import '../rooms/Amenities.tsx';`,
  'src/bookings/typeFromTopOfRooms.ts': `import type { A } from '../rooms/effects.ts'; export type B = A;`,
  'src/account/lazyFromPoints.ts': `await import('../points/PointsPanel.tsx');`,
  'src/app/layout/fromTopOfCheckout.ts': `import '../../checkout/CancelPayment.tsx';`,
  'src/desk/plan/fromInsideBookings.ts': `await import('../../bookings/move/MovePage.tsx');`,
  'src/desk/plan/fromTopOfMoney.ts': `import '../money/LinkPanel.tsx';`,
  'src/desk/plan/lazyFromMoney.ts': `await import('../money/LinkPanel.tsx');`,
  'src/desk/ui/fromSection.ts': `import '../money/exports.ts';`,
  'src/desk/effects/fromSection.ts': `import '../plan/effects.ts';`,
  'src/desk/fromTopOfAccount.ts': `import '../account/useSignIn.ts';`,
  'machines/bookings/fromMachineOfCheckout.ts': `import type { A } from '../checkout/events.ts'; export type B = A;`,
  'machines/desk/fromInsideRooms.ts': `export { a } from '../rooms/live/live.ts';`,
  'machines/rooms/page/lazyFromCheckout.ts': `await import('../../checkout/checkout.ts');`,
  'machines/engine/fromCapability.ts': `export type { A } from '../checkout/events.ts';`,
  'machines/wireField.ts': `export const hours = (room) => room.opening_hours;`,
  'machines/desk/wireLabel.ts': `export const labels = { first_day: 'First day' };`,
  'src/bookings/wireState.ts': `export const isDue = (state) => state === 'refund_due';`,
  'src/desk/plan/wireInput.tsx': `export const input = <input name="room_id" />;`,
  'server/fromMachines.ts': `import '../machines/engine/root.ts';`,
  'server/bookings/fromSite.ts': `import '../../src/effects/http.ts';`,
  'server/fromTest.ts': `import '../test/api/client.ts';`,
  'server/fromReact.ts': `import 'react';`,
  'bench/fromTest.ts': `import '../test/api/client.ts';`,
  'scripts/fromTest.ts': `import '../test/browser/site.ts';`,
};

const allowedImports: Record<string, string> = {
  'domain/ownRoom.ts': `import './slots.ts';`,
  'contract/fromDomain.ts': `import '../domain/time/slots.ts';`,
  'machines/fromDomain.ts': `import '../domain/time/slots.ts';`,
  'machines/contractType.ts': `import type { A } from '../contract/rooms/rooms.ts'; export type B = A;`,
  'machines/checkout/ownRoom.ts': `import '../root.ts';`,
  'tools/flows/fromElk.ts': `import 'xstate'; import 'elkjs';`,
  'tools/flows/command/fromNode.ts': `import 'node:fs';`,
  'tools/flows/fromInside.ts': `import './drawing/layOut.ts';`,
  'tools/inspector/fromFlows.ts': `import '../flows/drawing.ts';`,
  'test/flows/fromInsideFlows.ts': `import '../../tools/flows/paths/greedyCover.ts';`,
  'src/fromFlows.ts': `import '../tools/flows/drawing.ts';`,
  'src/ui/fromEngine.ts': `import '../../machines/engine/system.ts'; import '../app/system/flows.ts';`,
  'src/bookings/fromExportsOfRooms.ts': `import '../rooms/exports.ts';`,
  'src/app/layout/fromExportsOfCheckout.ts': `import '../../checkout/exports.ts';`,
  'src/app/routes.tsx': `await import('../rooms/page/RoomPage.tsx');`,
  'src/app/effects/fromInsideRooms.ts': `import '../../rooms/effects/liveSlots.ts';`,
  'src/desk/plan/fromExportsOfMoney.ts': `import '../money/exports.ts'; import '../../rooms/exports.ts';`,
  'src/desk/plan/fromShared.ts': `import '../ui/Panel.tsx'; import '../effects/requests.ts'; import '../useDeskFlow.ts';`,
  'src/desk/sections.tsx': `import './plan/DayPlanView.tsx'; await import('./rooms/RoomsView.tsx');`,
  'src/bookings/move/fromOwnFolder.ts': `import '../list/BookingCard.tsx'; import '../../../machines/rooms/slots/slots.ts';`,
  'machines/desk/fromExportsOfRooms.ts': `import '../rooms/exports.ts';`,
  'machines/rooms/page/fromOwnFolder.ts': `import '../search/search.ts';`,
  'machines/allFlows.ts': `import './rooms/rooms.ts'; import './checkout/checkout.ts';`,
  'machines/checkout/fromEngine.ts': `import '../engine/system.ts';`,
  'src/fromMachines.ts': `import '../machines/engine/root.ts';`,
  'src/app/effects/browserStorage.ts': `localStorage.clear(); sessionStorage.clear();`,
  'src/fromDomain.ts': `import '../domain/time/slots.ts';`,
  'src/contractType.ts': `import type { A } from '../contract/rooms/rooms.ts'; export type B = A;`,
  'src/effects/contractPaths.ts': `import { paths } from '../../contract/paths.ts'; export default paths;`,
  'src/effects/wireField.ts': `export const hours = (room) => room.opening_hours;`,
  'src/invoices/effects.ts': `export const entry = (name) => ({ company_name: name });`,
  'server/lazyFromSandbox.ts': `await import('../tools/sandbox/plugin.ts');`,
  'server/fromContract.ts': `import '../contract/rooms/rooms.ts';`,
  'server/bookings/fromDomain.ts': `import '../../domain/time/slots.ts';`,
  'test/races/fromEverywhere.ts': `import '../../server/platform/config/config.ts'; import '../../src/main.ts'; import '../../machines/engine/root.ts';`,
};

let project: string;
const reportedFiles = new Set<string>();

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'litrooms-imports-'));
  // Type-aware linting needs node_modules, which this project does not have. The import rules need no types.
  const linterConfig = readFileSync('.oxlintrc.json', 'utf8')
    .replace('"typeAware": true', '"typeAware": false')
    .replace('./scripts/lint/', `${resolve('scripts/lint')}/`);
  writeFileSync(join(project, '.oxlintrc.json'), linterConfig);
  for (const [file, code] of Object.entries({ ...forbiddenImports, ...allowedImports })) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), `${code}\n`);
  }
  const { diagnostics } = await lint(project);
  for (const { code, filename } of diagnostics) {
    if (/no-restricted-(imports|globals)|no-cycle|no-capability|capability-entry|no-wire-names/.test(code))
      reportedFiles.add(filename);
  }
});
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

interface Findings {
  readonly diagnostics: readonly { code: string; filename: string }[];
}

async function lint(folder: string): Promise<Findings> {
  const linter = resolve('node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolveOutput) => {
    // The linter exits with a failure because it finds errors. They are in its output.
    execFile(process.execPath, [linter, '--format', 'json'], { cwd: folder }, (_error, text) =>
      resolveOutput(text),
    );
  });
  if (!output.startsWith('{')) throw new Error(`The linter did not run: ${output}`);
  return JSON.parse(output) as Findings;
}

test.each(Object.keys(forbiddenImports))('the linter refuses %s', (file) => {
  expect(reportedFiles).toContain(file);
});

test.each(Object.keys(allowedImports))('the linter accepts %s', (file) => {
  expect(reportedFiles).not.toContain(file);
});
