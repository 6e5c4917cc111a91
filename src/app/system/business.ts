import { builtBusiness, type ShownBusiness } from '../../../domain/content/business.ts';
import { useAppActor } from './AppActorContext.ts';

/** The business does not change while the page is open. */
export const useBusiness = (): ShownBusiness =>
  useAppActor().getSnapshot().context.initialData.business ?? builtBusiness;
