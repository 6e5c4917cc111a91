export type ToastTone = 'loading' | 'success' | 'info' | 'warning' | 'error';

export interface ShowToast {
  type: 'notifier.show';
  tone: ToastTone;
  text: string;
  topic?: string;
  /** Milliseconds until the toast closes; 4000 by default. A loading toast stays until it is replaced or dismissed. */
  duration?: number;
}

export type NotifierEvent =
  | ShowToast
  | { type: 'notifier.dismiss'; id: number }
  | { type: 'notifier.dismissTopic'; topic: string }
  | { type: 'notifier.expired'; id: number };

declare module './system.ts' {
  interface EventsByFlow {
    notifier: NotifierEvent;
  }
}
