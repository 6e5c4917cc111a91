export type { MemberDetails } from './member.ts';
export type { SignedInUser } from './session/events.ts';
