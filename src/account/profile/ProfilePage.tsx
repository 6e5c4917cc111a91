import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { messages } from '../../../domain/text/messages.ts';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { LazyCalendarFeedCard } from '../../bookings/exports.ts';
import { LazyInvoiceDetails } from '../../invoices/exports.ts';
import { LazyPointsPanel } from '../../points/exports.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { BalanceCard } from './BalanceCard.tsx';
import { AddressSection } from './AddressSection.tsx';
import { ClosingSection } from './ClosingSection.tsx';
import { DeskSection } from './DeskSection.tsx';
import { DetailsSection } from './DetailsSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { Panels } from '../../ui/layout/panelParts.ts';
import { PasswordSection } from './PasswordSection.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.7fr) minmax(19rem, 1fr)' },
}));

/** Spec 2. */
export default function ProfilePage() {
  const userId = useSelector(useFlow('session'), ({ context }) => context.session?.user.id);
  const { data: member, failure, isBusy, state, refresh } = useResource(useFlow('member'), userId);
  const hasFailed = !member && failure !== null && !isBusy;

  return (
    <Container
      sx={{ paddingBlockStart: 5, paddingBlockEnd: 10 }}
      data-flow="member"
      data-state={state}
      aria-busy={isBusy}
    >
      <PageTitle>My profile</PageTitle>
      <Typography variant="h1" sx={{ marginBlockEnd: 4 }}>
        User &amp; Company Details
      </Typography>
      <VisuallyHidden role="status">{isBusy && !member ? 'Loading your details' : ''}</VisuallyHidden>
      {hasFailed ? (
        <div role="alert">
          <Notice
            icon={<AlertIcon />}
            title={messages.member.fetchFailed}
            text={failure.message || 'The server could not be reached or had a problem. Nothing has changed.'}
          >
            <Button startIcon={<RefreshIcon />} onClick={refresh}>
              Try again
            </Button>
            <Button variant="outlined" href="/my-bookings">
              My bookings
            </Button>
          </Notice>
        </div>
      ) : (
        <Columns>
          {member && failure && !isBusy && (
            <StaleNotice
              title={messages.member.fetchFailed}
              text={failure.message}
              onRetry={refresh}
              sx={{ gridColumn: '1 / -1' }}
            />
          )}
          {member ? (
            <>
              <Panels>
                {member.isStaff && <DeskSection />}
                <DetailsSection member={member} />
                <LazyPointsPanel />
              </Panels>
              <BalanceCard member={member} />
              <Panels>
                <Section
                  title="Past bookings and invoices"
                  lead="What you have booked and paid, by month."
                  action={
                    <Button href="/my-bookings/past" variant="outlined" size="small">
                      See them
                    </Button>
                  }
                />
                <LazyInvoiceDetails />
                <LazyCalendarFeedCard />
                <AddressSection member={member} />
                <PasswordSection email={member.email} />
                <DevicesSection />
                <ExportSection />
                <ClosingSection />
              </Panels>
            </>
          ) : (
            <ProfileSkeleton />
          )}
        </Columns>
      )}
    </Container>
  );
}
