import { BusyButton, type BusyButtonProps } from '../fields/BusyButton.tsx';

/** A form's submit button. The form's flow ignores a second submission. */
export const SubmitButton = (props: BusyButtonProps) => <BusyButton type="submit" {...props} />;
