import { createContext } from 'react';
import type { createBrowserRouter } from 'react-router-dom';

/** The browser's router; null while a page is prerendered. */
export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | null>(null);
