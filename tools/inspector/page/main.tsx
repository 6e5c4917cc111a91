import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { connectToSite } from './connection.ts';
import { Inspector } from './Inspector.tsx';
import { inspectorMachine } from './inspectorMachine.ts';
import { openFile } from './openFile.ts';
import { theme } from './theme.ts';

const flow = createActor(
  inspectorMachine.provide({
    actors: { connect: connectToSite, readFile: fromPromise(({ input }) => openFile(input)) },
  }),
).start();

const container = document.getElementById('root');
if (!container) throw new Error('inspector.html has no #root');
createRoot(container).render(
  <StrictMode>
    <ThemeProvider theme={theme} storageManager={null} noSsr>
      <CssBaseline />
      <Inspector flow={flow} />
    </ThemeProvider>
  </StrictMode>,
);
