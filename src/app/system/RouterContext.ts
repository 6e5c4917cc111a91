import { createContext } from 'react';
import type { createBrowserRouter } from 'react-router-dom';

/** Null while a page is prerendered. */
export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | null>(null);
