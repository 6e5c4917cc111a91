import { lazySection } from '../app/loading/lazySection.tsx';

export const LazyInvoiceDetails = lazySection(() => import('./InvoiceDetails.tsx'), '30rem');
