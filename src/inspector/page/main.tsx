import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '../../theme/theme.ts';
import { connectToSite } from './connection.ts';
import { Inspector } from './Inspector.tsx';
import { createRecorder } from './recorder.ts';
import './inspector.css';

const recorder = createRecorder();
const site = connectToSite(recorder.receive);

const container = document.getElementById('root');
if (!container) throw new Error('inspector.html has no #root');
createRoot(container).render(
  <StrictMode>
    <ThemeProvider theme={theme} storageManager={null} noSsr>
      <CssBaseline />
      <Inspector recorder={recorder} site={site} />
    </ThemeProvider>
  </StrictMode>,
);
