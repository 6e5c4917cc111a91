import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { AppActor } from '../machines/app.ts';
import { PartFault } from './shell/PartFault.tsx';
import { Site } from './Site.tsx';
import { AppActorContext } from './system/AppActorContext.ts';
import { STAGE_ID } from './system/stage.ts';
import { theme } from './theme/theme.ts';
import { Toasts } from './toasts/Toasts.tsx';

/** What every page needs around it, whatever the router. */
export const Surroundings = ({ actor, children }: { actor: AppActor; children: ReactNode }) => (
  // The system says whether it is dark; nothing is kept about it.
  <ThemeProvider theme={theme} storageManager={null} noSsr>
    <CssBaseline />
    <AppActorContext value={actor}>
      <div id={STAGE_ID}>{children}</div>
      <PartFault>
        <Toasts />
      </PartFault>
    </AppActorContext>
  </ThemeProvider>
);

/** The site in a browser, showing an actor system that runs outside React. */
export const App = ({ actor }: { actor: AppActor }) => (
  <Surroundings actor={actor}>
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  </Surroundings>
);
