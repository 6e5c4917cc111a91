export type {
  BookingSelection,
  GatewayOrder,
  PaymentProof,
  ReleaseResult,
  SeriesDate,
  SeriesRequest,
} from './events.ts';
export { type Gateway, type GatewayEvent, gatewayStates } from './gateway.ts';
