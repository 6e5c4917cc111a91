import { brand } from '../../../domain/content/brand.ts';

/** React moves it into the head, before the title of index.html. */
export const PageTitle = ({ children }: { children: string }) => (
  <title>{`${children} · ${brand.name}`}</title>
);
