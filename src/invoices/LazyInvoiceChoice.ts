import { lazySection } from '../app/loading/lazySection.tsx';

export const LazyInvoiceChoice = lazySection(() => import('./InvoiceChoice.tsx'), '3.5rem');
