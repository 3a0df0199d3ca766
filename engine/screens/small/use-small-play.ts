/** A small game for one opening of its screen: the model with its time, its one submission, and what the server last said. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { realClock } from '../../drivers/timers.ts';
import {
  type SmallPlayContext,
  type SmallPlayEffect,
  type SmallPlayEvent,
  smallPlayMachine,
  type Stakes,
} from '../../machines/small-play.ts';
import type { SubmissionSnapshot } from '../../machines/submission.ts';
import type { Host, SourceState } from '../core/contract.ts';
import { afterPaint } from '../core/idle-callback.ts';
import { useHost, useSource } from '../core/hooks.ts';
import { useModel } from '../core/use-model.ts';
import { vibrate } from '../core/vibrate.ts';
import type { PlayCheck, Offer, Played } from './answers.ts';
import { clearUnacknowledged, storeUnacknowledged, unacknowledgedPlay } from './unacknowledged.ts';

/** Keys of the answers that this page has taken over: another opening of the screen does not do so again. */
const shown = new Set<string>();

/** Statuses of the server that mean: the offer is gone. (issueClosed, descriptionChanged, stateChanged) */
const STALE: ReadonlySet<number> = new Set([4, 12, 17]);
const REVEAL_VIBRATION_MS = 12;

export interface SmallPlay {
  readonly source: SourceState<PlayCheck>;
  readonly check: PlayCheck | undefined;
  /** The hand, spin or round that is played next. */
  readonly offer: Offer | undefined;
  readonly state: 'waiting' | 'ready' | 'placing' | 'showing' | 'over';
  readonly context: SmallPlayContext;
  /** The last play; what of it may be shown is said by `steps`. */
  readonly played: Played | undefined;
  /** Steps of its book that may be shown. */
  readonly steps: number;
  /** The main wallet that may be shown: during a play the balance before it. Undefined: not known yet. */
  readonly balanceFen: number | undefined;
  /** The player's stakes in the present shared round. */
  readonly mineFen: number;
  /** Why the last one was refused; '' when it was not. */
  readonly problem: string;
  readonly send: (event: SmallPlayEvent) => void;
}

const NOTHING: SmallPlayContext = { play: null, stakes: {}, last: {}, times: [], startedAt: 0, shown: 0, series: null };
const motionless = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function phoneSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** While a play is shown its outcome is not told by the balance either: it stands as it was before the play. */
const balanceOf = (showing: boolean, played: Played | undefined, check: PlayCheck | undefined): number | undefined =>
  played === undefined ? check?.balanceFen : showing ? played.balanceFen - played.prizeFen + played.costFen : played.balanceFen;

type BetsOf = (stakes: Stakes) => readonly { readonly code: string; readonly fen: number }[];

/** The last draw. */
interface Latest {
  readonly check: PlayCheck | undefined;
  readonly betsOf: BetsOf;
  readonly mineFen: number;
}

interface PlayModel {
  readonly host: Host;
  /** Path of the call that plays. */
  readonly call: string;
  readonly source: SourceState<PlayCheck>;
  readonly latest: RefObject<Latest>;
  readonly setProblem: (problem: string) => void;
}

/** The model with its effects: requests, reloads, timers, and the hold on other verdicts. */
function usePlayModel({ host, call, source, latest, setProblem }: PlayModel) {
  /** Own stakes in the round before the last request, fen. */
  const before = useRef(0);
  const release = useRef<() => void>(() => {});
  const timers = useRef<{ tick: () => void; again: () => void }>({ tick: () => {}, again: () => {} });
  const submit = useCallback(
    async (play: string, stakes: Stakes) => {
      const { check: now, betsOf: read, mineFen: fen } = latest.current;
      if (!now) return;
      before.current = fen;
      setProblem('');
      const bets = read(stakes);
      await host.submissions.submit(`small/${now.gameCode}`, {
        call,
        params: {
          game: now.gameCode,
          play,
          hash: now.hash,
          bets: JSON.stringify(bets),
          amountFen: String(bets.reduce((sum, { fen }) => sum + fen, 0)),
          seed: phoneSeed(),
        },
      });
    },
    [host, call, latest, setProblem],
  );

  const { snapshot, send } = useModel<typeof smallPlayMachine, SmallPlayEffect>(
    smallPlayMachine,
    () => undefined,
    (effect, again) => {
      switch (effect.do) {
        case 'submit':
          // Signing, keeping and sending take longer than a frame on a slow phone: the reels, dice or cards move first.
          return afterPaint(() => void submit(effect.play, effect.stakes));
        case 'ask':
          return source.reload();
        case 'tickLater':
          timers.current.tick();
          timers.current.tick = realClock.after(effect.ms, () => again({ type: 'TICK', now: realClock.now() }));
          return;
        case 'stopTicks':
          return timers.current.tick();
        case 'againLater':
          timers.current.again = realClock.after(effect.ms, () => again({ type: 'AGAIN' }));
          return;
        case 'hold':
          release.current();
          release.current = host.holdVerdicts?.() ?? (() => {});
          return;
        case 'release':
          release.current();
          release.current = () => {};
          return;
        case 'verdict':
          if (latest.current.check) clearUnacknowledged(host, latest.current.check.gameCode);
          return;
        case 'reveal':
          if (!motionless()) vibrate(REVEAL_VIBRATION_MS);
          return;
        default:
      }
    },
  );
  useEffect(
    () => () => {
      timers.current.tick();
      timers.current.again();
      release.current();
    },
    [],
  );
  return { snapshot, send, before };
}

/** `betsOf` turns stakes into the bets that are sent. */
export function useSmallPlay(block: { readonly source: string; readonly play: string }, betsOf: BetsOf): SmallPlay {
  const host = useHost();
  const source = useSource<PlayCheck>(block.source);
  const check = source.data;
  const [played, setPlayed] = useState<Played>();
  /** The answer that the last play is newer than, and the offer that came with it. */
  const [after, setAfter] = useState<{ readonly check: PlayCheck | undefined; readonly offer: Offer | null }>();
  const newer = after !== undefined && after.check === check;
  const offer = (newer ? after.offer : null) ?? check?.offer;
  const [problem, setProblem] = useState('');
  /** What lies in a shared round by what was taken here: the server's figure is older, or newer. */
  const [taken, setTaken] = useState<{ readonly round: string; readonly fen: number }>();
  const mineFen = Math.max(check?.mineFen ?? 0, taken !== undefined && taken.round === check?.offer.play ? taken.fen : 0);
  const latest = useRef<Latest>({ check, betsOf, mineFen });
  useEffect(() => {
    latest.current = { check, betsOf, mineFen };
  });
  const { snapshot, send, before } = usePlayModel({ host, call: block.play, source, latest, setProblem });

  useEffect(() => {
    if (!check) return;
    send({ type: 'OFFER', play: check.offer.play });
  }, [check, send]);

  // The submission of this game, of this page or of one before whose answer was lost, and a play that was being shown when its page went
  // away: each is shown to its verdict once.
  const code = check?.gameCode;
  useEffect(() => {
    if (!code) return;
    const actor = host.submissions.of(`small/${code}`);
    const show = (answer: Played, next: Offer | null): void => {
      setPlayed(answer);
      setAfter({ check: latest.current.check, offer: next });
      send({
        type: 'ANSWER',
        next: next?.play ?? null,
        times: answer.book.map(({ at }) => at),
        netFen: answer.prizeFen - answer.costFen,
        instant: motionless(),
        now: realClock.now(),
      });
    };
    const look = (state: SubmissionSnapshot): void => {
      const key = state.context.submission?.key;
      if (key === undefined || shown.has(key)) return;
      if (state.matches('accepted')) {
        shown.add(key);
        const answer = state.context.answer as Played;
        if (answer.status === 'placed') {
          setTaken({ round: state.context.submission?.params.play ?? '', fen: before.current + answer.stakeFen });
          setPlayed(answer);
          setAfter({ check: latest.current.check, offer: answer.next });
          send({ type: 'TAKEN' });
          return;
        }
        storeUnacknowledged(host, answer);
        show(answer, answer.next);
      } else if (state.matches('refused')) {
        shown.add(key);
        setProblem(state.context.refusal?.msg ?? '');
        send({ type: 'REFUSED', stale: STALE.has(state.context.refusal?.status ?? 0) });
      }
    };
    const unseen = unacknowledgedPlay(host, code);
    // The answer of this opening has the next offer.
    if (unseen) show(unseen, latest.current.check?.offer ?? unseen.next);
    // Also what was found out before this was there.
    look(actor.getSnapshot());
    const { unsubscribe } = actor.subscribe(look);
    return unsubscribe;
  }, [host, code, send, before]);

  const value = snapshot?.value as SmallPlay['state'] | undefined;
  return {
    source,
    check,
    offer,
    state: value ?? 'waiting',
    context: snapshot?.context ?? NOTHING,
    played,
    balanceFen: balanceOf(value === 'showing', newer ? played : undefined, check),
    mineFen,
    steps: value === 'showing' ? (snapshot?.context.shown ?? 0) : Number.POSITIVE_INFINITY,
    problem,
    send,
  };
}
