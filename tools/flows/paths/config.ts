/* Parts of a machine's configuration to rebuild. XState's types are made for writing a configuration, not for reading one. */

export interface TransitionConfig {
  readonly target?: unknown;
  readonly guard?: unknown;
  readonly actions?: unknown;
  readonly reenter?: boolean;
}
export type Transitions = string | TransitionConfig | readonly (string | TransitionConfig)[] | undefined;

export interface InvokeConfig {
  readonly id?: string;
  readonly src: unknown;
  readonly onDone?: Transitions;
  readonly onError?: Transitions;
  readonly onSnapshot?: Transitions;
}

export interface StateConfig {
  readonly id?: string;
  readonly type?: string;
  readonly initial?: unknown;
  readonly history?: unknown;
  readonly target?: unknown;
  readonly tags?: unknown;
  readonly on?: Readonly<Record<string, Transitions>>;
  readonly always?: Transitions;
  readonly after?: Readonly<Record<string, Transitions>>;
  readonly onDone?: Transitions;
  readonly invoke?: InvokeConfig | readonly InvokeConfig[];
  readonly entry?: unknown;
  readonly exit?: unknown;
  readonly states?: Readonly<Record<string, StateConfig>>;
}
export type Config = StateConfig;

/** Maps every state of a configuration, inner states first. */
export const mapStates = (state: StateConfig, change: (state: StateConfig) => StateConfig): StateConfig =>
  change({
    ...state,
    ...(state.states && {
      states: Object.fromEntries(
        Object.entries(state.states).map(([key, inner]) => [key, mapStates(inner, change)]),
      ),
    }),
  });
