export type ToastTone = 'loading' | 'success' | 'info' | 'warning' | 'error';

export interface ShowToast {
  type: 'notifier.show';
  tone: ToastTone;
  text: string;
  topic?: string;
  /** Milliseconds until it closes by itself; 4000 when left out. A loading toast stays until replaced or withdrawn. */
  duration?: number;
}

export type NotifierEvent =
  | ShowToast
  | { type: 'notifier.dismiss'; id: number }
  | { type: 'notifier.dismissTopic'; topic: string }
  | { type: 'notifier.expired'; id: number };
