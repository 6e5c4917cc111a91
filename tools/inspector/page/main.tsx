import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { createStyles } from '../../../src/ui/theme/styles.ts';
import { SiteTheme } from '../../../src/ui/theme/SiteTheme.tsx';
import { connectToSite } from './connection.ts';
import { Inspector } from './Inspector.tsx';
import { inspectorMachine } from './inspectorMachine.ts';
import { openFile } from './openFile.ts';
import { createRecorder } from './recorder.ts';
import './inspector.css';

const recorder = createRecorder();
const site = connectToSite(recorder.receive);
const flow = createActor(
  inspectorMachine.provide({
    actors: { readFile: fromPromise(({ input }) => openFile(input)) },
    actions: {
      hold: () => recorder.setPaused(true),
      release: () => recorder.setPaused(false),
      clearLog: recorder.clear,
    },
  }),
).start();

const container = document.getElementById('root');
if (!container) throw new Error('inspector.html has no #root');
createRoot(container).render(
  <StrictMode>
    <SiteTheme styles={createStyles()}>
      <Inspector flow={flow} recorder={recorder} site={site} />
    </SiteTheme>
  </StrictMode>,
);
