/** Drives the start-up machine: timer, storage and the calls that it asks for. */
import { type AnyActorRef, createActor } from 'xstate';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import { perform } from '../../engine/machines/effects.ts';
import { type StartUpEvent, type StartUpInput, startUpMachine } from '../../engine/machines/start-up.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import type { IpModels, SystemStatusModels } from '../../protocol/calls.ts';
import { deviceId, storedIp, storeIp } from './device.ts';

const STORED_AGENT = 'agentId';

export interface StartUpOptions {
  readonly input: StartUpInput;
  readonly clock: Clock;
  readonly local: KeyValueStore;
  /** Filled in as the device becomes known. */
  readonly device: { rduid?: string; ip?: string };
  readonly signingKey: string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly call: (path: string, params: Readonly<Record<string, string>>) => Promise<CallResult<unknown>>;
  readonly onMaintenance: (message: string) => void;
  readonly onOutdated: () => void;
  readonly attach?: (actor: AnyActorRef) => void;
}

/** Starts; the result stops what is still to come. */
export function runStartUp(options: StartUpOptions): () => void {
  const { clock, local, device, call } = options;
  const actor = createActor(startUpMachine, { id: 'start-up', input: options.input });
  let cancel = (): void => {};
  let stopped = false;
  /** What a call answers after the end is nobody's business. */
  const send = (event: StartUpEvent): void => {
    if (!stopped) actor.send(event);
  };
  perform(actor, {
    later: ({ ms }) => {
      cancel = clock.after(ms, () => actor.send({ type: 'DUE' }));
    },
    nameDevice: () => {
      device.rduid = deviceId(local, options.randomBytes);
    },
    askAddress: () => void askAddress(),
    storeAddress: ({ ip }) => {
      device.ip = ip;
      void storeIp(local, options.signingKey, ip);
    },
    askAgent: () => void askAgent(),
    storeAgent: ({ agent }) => local.set(STORED_AGENT, agent),
    askSystem: () => void askSystem(),
    showMaintenance: ({ message }) => options.onMaintenance(message),
    outdated: () => options.onOutdated(),
  });
  async function askAddress(): Promise<void> {
    // What an earlier visit stored serves until the answer comes.
    const known = await storedIp(local, options.signingKey);
    if (known && device.ip === undefined) device.ip = known;
    const result = await call('/api/SystemConfig/GetIP', {});
    const ip = result.ok ? (result.models as IpModels | null)?.IP : undefined;
    send(typeof ip === 'string' ? { type: 'ADDRESS', ip } : { type: 'ADDRESS_FAILED' });
  }
  async function askAgent(): Promise<void> {
    const result = await call('/api/SystemConfig/GetFingerprintParam', { fingerprint: device.rduid ?? '' });
    const agent = result.ok && result.models !== null ? asJson(result.models) : undefined;
    send(agent === undefined ? { type: 'AGENT_FAILED' } : { type: 'AGENT', agent });
  }
  async function askSystem(): Promise<void> {
    const result = await call('/api/SystemConfig/CheckSystemStatus', {});
    if (!result.ok) send({ type: 'SYSTEM_FAILED' });
    else {
      const { maintenance, message } = result.models as SystemStatusModels;
      send({ type: 'SYSTEM', maintenance: maintenance === true, message: String(message ?? '') });
    }
  }
  options.attach?.(actor);
  actor.start();
  actor.send({ type: 'START' });
  return () => {
    cancel();
    stopped = true;
    actor.stop();
  };
}

/** The answer is JSON, as text or already read. */
function asJson(models: unknown): string | undefined {
  if (typeof models !== 'string') return JSON.stringify(models);
  try {
    JSON.parse(models);
    return models;
  } catch {
    return undefined;
  }
}
