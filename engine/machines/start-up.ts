/**
 * What the app does once after it started, as a pure model (specification sections 5, 7 and 9): 2 s later, when the first screen stands,
 * the device is named and the server asked for its address, and, in a native wrapper, for its agent id; meanwhile the version is
 * confirmed and the server asked whether it works.
 *
 *   device:  idle → waiting → askingAddress → askingAgent → known
 *   version: idle → confirmed | outdated
 *   system:  idle → waiting → asking → working | maintenance | unknown
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export const FINGERPRINT_AFTER_MS = 2_000;

export interface StartUpInput {
  readonly version: number;
  /** The lowest version that counts as confirmed. */
  readonly confirmedFrom: number;
  /** The app runs in a native wrapper. */
  readonly native: boolean;
}

export interface StartUpContext extends StartUpInput {
  readonly message: string;
}

export type StartUpEvent =
  | { readonly type: 'START' }
  | { readonly type: 'DUE' }
  | { readonly type: 'ADDRESS'; readonly ip: string }
  | { readonly type: 'ADDRESS_FAILED' }
  | { readonly type: 'AGENT'; readonly agent: string }
  | { readonly type: 'AGENT_FAILED' }
  | { readonly type: 'SYSTEM'; readonly maintenance: boolean; readonly message: string }
  | { readonly type: 'SYSTEM_FAILED' };

export type StartUpEffect =
  /** After `ms`, `DUE`. */
  | { readonly do: 'later'; readonly ms: number }
  | { readonly do: 'nameDevice' }
  | { readonly do: 'askAddress' }
  | { readonly do: 'storeAddress'; readonly ip: string }
  | { readonly do: 'askAgent' }
  | { readonly do: 'storeAgent'; readonly agent: string }
  | { readonly do: 'askSystem' }
  | { readonly do: 'showMaintenance'; readonly message: string }
  | { readonly do: 'outdated' };

export const startUpMachine = setup({
  types: {
    context: {} as StartUpContext,
    events: {} as StartUpEvent,
    input: {} as StartUpInput,
    emitted: {} as Emitted<StartUpEffect>,
  },
  guards: {
    isConfirmed: ({ context }) => context.version >= context.confirmedFrom,
    isNative: ({ context }) => context.native,
    isMaintained: ({ event }) => event.type === 'SYSTEM' && event.maintenance,
  },
}).createMachine({
  id: 'startUp',
  type: 'parallel',
  context: ({ input }) => ({ ...input, message: '' }),
  states: {
    device: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            START: {
              target: 'waiting',
              actions: emit(effect({ do: 'later', ms: FINGERPRINT_AFTER_MS })),
            },
          },
        },
        waiting: {
          on: {
            DUE: {
              target: 'askingAddress',
              actions: enqueueActions(({ enqueue }) => {
                enqueue.emit(effect({ do: 'nameDevice' }));
                enqueue.emit(effect({ do: 'askAddress' }));
              }),
            },
          },
        },
        askingAddress: {
          on: {
            ADDRESS: {
              target: 'named',
              actions: emit(({ event }) => effect({ do: 'storeAddress', ip: event.ip })),
            },
            ADDRESS_FAILED: 'named',
          },
        },
        named: { always: [{ guard: 'isNative', target: 'askingAgent' }, { target: 'known' }] },
        askingAgent: {
          entry: emit(effect({ do: 'askAgent' })),
          on: {
            AGENT: {
              target: 'known',
              actions: emit(({ event }) => effect({ do: 'storeAgent', agent: event.agent })),
            },
            AGENT_FAILED: 'known',
          },
        },
        known: {},
      },
    },
    version: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            START: [
              { guard: 'isConfirmed', target: 'confirmed' },
              {
                target: 'outdated',
                actions: emit(effect({ do: 'outdated' })),
              },
            ],
          },
        },
        confirmed: {},
        outdated: {},
      },
    },
    system: {
      initial: 'idle',
      states: {
        idle: { on: { START: 'waiting' } },
        waiting: {
          on: {
            DUE: {
              target: 'asking',
              actions: emit(effect({ do: 'askSystem' })),
            },
          },
        },
        asking: {
          on: {
            SYSTEM: [
              {
                guard: 'isMaintained',
                target: 'maintenance',
                actions: [
                  assign({ message: ({ event }) => event.message }),
                  emit(({ event }) => effect({ do: 'showMaintenance', message: event.message })),
                ],
              },
              { target: 'working' },
            ],
            // Nothing was learnt; every other call will say if something is wrong.
            SYSTEM_FAILED: 'unknown',
          },
        },
        working: {},
        maintenance: {},
        unknown: {},
      },
    },
  },
});
