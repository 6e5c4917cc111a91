import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../contract/dayPlan.ts';
import { fullDate } from '../../domain/calendar.ts';
import type { AccountForm } from '../account/useAccountForm.ts';
import { useFlow } from '../system/flows.ts';
import { DeskDialog } from './DeskDialog.tsx';
import { DeskForm } from './DeskForm.tsx';
import { firstEnd, type FreePlace } from './freePlace.ts';
import { MadeLink } from './money/LinkPanel.tsx';
import { SaleForm } from './money/SaleForm.tsx';
import { RoomField, TimeField } from './TimeFields.tsx';
import { useFormOfDialog } from './useFormOfDialog.ts';

interface Props {
  readonly date: string;
  readonly place: FreePlace;
  readonly plan: DayPlan | null;
  readonly onClose: () => void;
}

/** How a booking at the desk is paid. */
type Way = 'points' | 'desk' | 'link';

/** Books for somebody who is here or on the phone: with a member's points, paid at the desk, or by a link. */
export function WalkInDialog(props: Props) {
  const { date, plan, onClose } = props;
  const [way, setWay] = useState<Way>('points');
  const [made, setMade] = useState<{ roomId: number; start: number } | null>(null);
  const showLink = useCallback((roomId: number, start: number) => setMade({ roomId, start }), []);
  if (made) {
    return (
      <DeskDialog title="Payment link" onClose={onClose}>
        <MadeLink plan={plan} {...made} />
      </DeskDialog>
    );
  }
  return (
    <DeskDialog title={`Book, ${fullDate(date)}`} onClose={onClose}>
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={way}
        aria-label="How it is paid"
        onChange={(_event, chosen: Way | null) => chosen && setWay(chosen)}
      >
        <ToggleButton value="points">Member&rsquo;s points</ToggleButton>
        <ToggleButton value="desk">Cash or UPI</ToggleButton>
        <ToggleButton value="link">Payment link</ToggleButton>
      </ToggleButtonGroup>
      {way === 'points' ? (
        <PointsForm {...props} />
      ) : (
        <SaleForm key={way} {...props} way={way} onDone={way === 'desk' ? onClose : showLink} />
      )}
    </DeskDialog>
  );
}

/** Books with a member's points. */
function PointsForm({ date, place, plan, onClose }: Props) {
  const form = useFormOfDialog(useFlow('walkIn'), onClose);
  const { isBusy, bind } = form;

  return (
    <DeskForm
      form={form}
      hidden={{ bdate: date }}
      submits="Book with points"
      leaves={{ text: 'Not now', onClick: onClose }}
    >
      <RoomField bind={bind} isBusy={isBusy} name="mid" rooms={plan?.rooms ?? []} initial={place.roomId} />
      <div className="pair">
        <TimeField bind={bind} isBusy={isBusy} name="stime" label="From" initial={place.start} first={0} />
        <TimeField
          bind={bind}
          isBusy={isBusy}
          name="ctime"
          label="To"
          initial={firstEnd(plan, place)}
          first={1}
        />
      </div>
      <TextField
        label="Email Address"
        type="email"
        required
        helperText="The member pays with Lit points and gets the letter of a booking."
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...emailField(bind('email'))}
      />
    </DeskForm>
  );
}

/** The field keeps its hint as long as nothing is wrong with it. */
const emailField = ({ helperText, ...bound }: ReturnType<AccountForm['bind']>) =>
  helperText === undefined ? bound : { ...bound, helperText };
