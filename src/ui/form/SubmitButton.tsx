import { BusyButton, type BusyButtonProps } from '../fields/BusyButton.tsx';

/** The form's flow ignores a second submission. */
export const SubmitButton = (props: BusyButtonProps) => <BusyButton type="submit" {...props} />;
