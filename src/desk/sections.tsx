import { lazy, type ReactNode } from 'react';
import type { Staff } from '../../machines/desk/flows.ts';
import type { RequiredRole } from '../../domain/account/roles.ts';
import { BlockOutsView } from './plan/BlockOutsView.tsx';
import { DayPlanView } from './plan/DayPlanView.tsx';
import { EnquiriesView } from './enquiries/EnquiriesView.tsx';
import { PeopleView } from './people/PeopleView.tsx';

/* Sections that are not opened every day are lazy. */
const RoomsView = lazy(async () => ({ default: (await import('./rooms/RoomsView.tsx')).RoomsView }));
const PostsView = lazy(async () => ({ default: (await import('./posts/PostsView.tsx')).PostsView }));
const EventsView = lazy(async () => ({ default: (await import('./events/EventsView.tsx')).EventsView }));
const ReportsView = lazy(async () => ({ default: (await import('./reports/ReportsView.tsx')).ReportsView }));
const PaymentsView = lazy(async () => ({
  default: (await import('./reports/PaymentsView.tsx')).PaymentsView,
}));
const TaxDocumentsView = lazy(async () => ({
  default: (await import('./reports/TaxDocumentsView.tsx')).TaxDocumentsView,
}));
const TillView = lazy(async () => ({ default: (await import('./till/TillView.tsx')).TillView }));
const CompaniesView = lazy(async () => ({
  default: (await import('./companies/CompaniesView.tsx')).CompaniesView,
}));
const SettlementsView = lazy(async () => ({
  default: (await import('./settlements/SettlementsView.tsx')).SettlementsView,
}));
const MoneyView = lazy(async () => ({ default: (await import('./money/MoneyView.tsx')).MoneyView }));
const PolicyView = lazy(async () => ({ default: (await import('./policy/PolicyView.tsx')).PolicyView }));
const BusinessView = lazy(async () => ({
  default: (await import('./business/BusinessView.tsx')).BusinessView,
}));
const TeamView = lazy(async () => ({ default: (await import('./team/TeamView.tsx')).TeamView }));
const AuditView = lazy(async () => ({ default: (await import('./audit/AuditView.tsx')).AuditView }));

/** The page is at `/desk?view=<name>`. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly role: RequiredRole;
  /** Wide screens show its link in the bar; all other links are in the menu. */
  readonly isDaily?: boolean;
  readonly view: (context: ViewContext) => ReactNode;
}

/** `now`: the server's clock, milliseconds since 1970. */
interface ViewContext {
  readonly staff: Staff;
  readonly now: () => number;
}

/** In the order of the menu. The desk opens with the first one that the role may open. */
export const sections: readonly Section[] = [
  {
    name: 'plan',
    title: 'Day plan',
    role: 'staff',
    isDaily: true,
    view: ({ now }) => <DayPlanView now={now} />,
  },
  {
    name: 'blocked',
    title: 'Blocked times',
    role: 'staff',
    isDaily: true,
    view: ({ now }) => <BlockOutsView now={now} />,
  },
  {
    name: 'people',
    title: 'People',
    role: 'staff',
    isDaily: true,
    view: ({ staff, now }) => <PeopleView staff={staff} now={now} />,
  },
  { name: 'money', title: 'Money', role: 'employee', view: ({ staff }) => <MoneyView staff={staff} /> },
  {
    name: 'enquiries',
    title: 'Enquiries',
    role: 'staff',
    isDaily: true,
    view: () => <EnquiriesView />,
  },
  { name: 'till', title: 'Close of day', role: 'staff', view: ({ staff }) => <TillView staff={staff} /> },
  {
    name: 'companies',
    title: 'Companies',
    role: 'employee',
    view: (context) => <CompaniesView {...context} />,
  },
  {
    name: 'payments',
    title: 'Payments',
    role: 'bookkeeper',
    view: (context) => <PaymentsView {...context} />,
  },
  {
    name: 'invoices',
    title: 'Invoices',
    role: 'bookkeeper',
    view: (context) => <TaxDocumentsView {...context} />,
  },
  {
    name: 'settlements',
    title: 'Settlements',
    role: 'bookkeeper',
    view: (context) => <SettlementsView {...context} />,
  },
  { name: 'reports', title: 'Reports', role: 'bookkeeper', view: ({ now }) => <ReportsView now={now} /> },
  { name: 'rooms', title: 'Rooms', role: 'manager', view: ({ now }) => <RoomsView now={now} /> },
  {
    name: 'blog',
    title: 'Blog',
    role: 'manager',
    view: ({ staff, now }) => <PostsView staff={staff} now={now} />,
  },
  { name: 'events', title: 'Events', role: 'manager', view: ({ now }) => <EventsView now={now} /> },
  {
    name: 'policy',
    title: 'Cancellation policy',
    role: 'owner',
    view: ({ now }) => <PolicyView now={now} />,
  },
  { name: 'business', title: 'Business', role: 'owner', view: () => <BusinessView /> },
  { name: 'audit', title: 'Audit', role: 'staff', view: () => <AuditView /> },
  { name: 'team', title: 'Team', role: 'employee', view: ({ staff }) => <TeamView staff={staff} /> },
];

export const sectionPath = (name: string): string =>
  name === sections[0]?.name ? '/desk' : `/desk?view=${name}`;
