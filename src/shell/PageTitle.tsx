import { brand } from '../../domain/brand.ts';

/** Names the page in the browser's tab and history. React lifts it into the head, before the one of index.html. */
export const PageTitle = ({ children }: { children: string }) => (
  <title>{`${children} · ${brand.name}`}</title>
);
