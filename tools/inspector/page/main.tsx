import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStyles } from '../../../src/theme/styles.ts';
import { SiteTheme } from '../../../src/theme/SiteTheme.tsx';
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
    <SiteTheme styles={createStyles()}>
      <Inspector recorder={recorder} site={site} />
    </SiteTheme>
  </StrictMode>,
);
