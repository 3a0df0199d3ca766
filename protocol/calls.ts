/**
 * What the slice of API calls takes and answers (`models` of the envelope). Types only: both sides import it, neither runs it.
 * Amounts are integer fen, instants are unix milliseconds of the server's (possibly simulated) clock.
 * Path names are the API's own; the server matches them without regard to case.
 */
import type { Draw, PrizeTable, Ticket, Zone } from '../engine/descriptions/types.ts';

export interface UserInfo {
  readonly Mid: string;
  readonly UserName: string;
  readonly GameTransferPermission: boolean;
  readonly v: string;
}

/** POST /api/account/weblogin and /api/webregist, form: username, password. */
export interface LoginModels {
  readonly token: string;
  readonly user: UserInfo;
  readonly balanceFen: number;
}

/** POST /api/account/heartbeat, form: count, offlineMinutes. */
export interface HeartbeatModels {
  readonly now: number;
}

/** GET /api/UserCenter/QueryProfileList. */
export interface ProfileModels {
  readonly user: UserInfo;
  readonly balanceFen: number;
}

/** GET /api/SystemConfig/GetIP. */
export interface IpModels {
  readonly IP: string;
}

/** GET /api/SystemConfig/GetServerTime. `speed` is 1 but for a simulated clock. */
export interface ServerTimeModels {
  readonly now: number;
  readonly speed: number;
}

/** GET /api/SystemConfig/CheckSystemStatus. */
export interface SystemStatusModels {
  readonly maintenance: boolean;
  readonly message: string;
  readonly version: number;
}

export interface BannerItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly tone: string;
  /** A route, a game key ("game:ssq") or a menu code ("menu:Kefu"). */
  readonly target: string;
}

export interface NoticeItem {
  readonly id: string;
  readonly title: string;
}

/** GET /api/SiteMsg/AppHomePageInfo (with and without token), /GetHomePageInfo. */
export interface HomeModels {
  readonly banners: readonly BannerItem[];
  readonly notices: readonly NoticeItem[];
  readonly winners: readonly { readonly who: string; readonly game: string; readonly prizeFen: number }[];
}

/** GET /api/SiteMsg/DialogList. */
export interface DialogItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** GET /api/SiteMsg/GetGameList2. Field names are the specification's game info entry. */
export interface GameInfoEntry {
  readonly name: string;
  readonly code: string;
  readonly oneDayPriceNum: number;
  readonly maxQishu?: number;
  readonly maxBeishu: number;
  readonly hash: string;
}

/** GET /api/SiteMsg/AppLotteryPageInfo?gameCode= — the issue on sale and the last draws. */
export interface LotteryPageModels {
  readonly gameCode: string;
  readonly hash: string;
  /** null when nothing is on sale at this moment (between a day's last draw and the next first). */
  readonly current: IssueOnSale | null;
  readonly latest: readonly ResultItem[];
  /** Draws since a number was last seen, by area omission slice key; see `omissionKey`. */
  readonly omission: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface IssueOnSale {
  readonly issue: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly drawsAt: number;
  /** SHA-256 of the seed, hex: published before sale. */
  readonly commit: string;
}

export interface ResultItem {
  readonly gameCode: string;
  readonly gameName: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  readonly drawsAt: number;
  /** Description version that the draw was made under. */
  readonly hash: string;
  readonly proof: FairnessProof;
  /** Not drawn here for players: nobody could bet on it. `origin` says where it comes from. */
  readonly backfilled?: true;
  /** demo: a demonstration draw (演示) of the game's past, from a seed of our own. imported: a past draw from elsewhere, without proof. Left out: drawn here. */
  readonly origin?: 'demo' | 'imported';
}

export interface FairnessProof {
  /** Hex SHA-256 of the seed bytes, published when the issue opened. */
  readonly commit: string;
  /** Hex seed, revealed with the draw. */
  readonly seed: string;
}

/** GET /api/lotteryresult/allresult: the latest result of each game. */
export interface AllResultModels {
  /** With the zones that each was drawn by, so that a list of all games needs no game's description. */
  readonly items: readonly DrawnResult[];
}

/** A result with the zones that it was drawn by. */
export interface DrawnResult extends ResultItem {
  readonly zones?: readonly Zone[];
}

/**
 * GET /api/lotteryresult/list?gameCode=&cursor=&size=&date=&only= — newest first.
 * `size` is at most 50, with `only=numbers` at most 300. `date` (yyyy-MM-dd) leaves the draws of that day on the game's own clock;
 * a draw at 24:00 exactly belongs to the day that it ends.
 */
export interface ResultListModels {
  readonly items: readonly ResultItem[];
  readonly next: string | null;
}

/** The same with `only=numbers`: what a trend chart (走势图) needs of 300 draws. */
export interface ResultNumbersModels {
  readonly items: readonly Pick<ResultItem, 'gameCode' | 'issue' | 'numbers' | 'drawsAt' | 'origin'>[];
  readonly next: string | null;
}

/** A chance as an exact fraction; both are decimal integers as text, since they may be beyond what a number holds. */
export interface Chance {
  readonly numerator: string;
  readonly denominator: string;
}

/** GET /api/lottery/GetLotteryOdds?gameCode= — what each play of a game pays and how likely that is, exact. */
export interface LotteryOddsModels {
  readonly gameCode: string;
  readonly hash: string;
  readonly prizeTable: PrizeTable;
  readonly plays: readonly PlayOddsModels[];
}

export interface PlayOddsModels {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly unitFen: number;
  /** Number of different single bets (注), a decimal integer as text. */
  readonly bets: string;
  /** Bets that are equally good; one entry with no names when all are. */
  readonly kinds: readonly {
    readonly bets: readonly string[];
    readonly tiers: readonly {
      readonly tier: string;
      readonly name: string;
      /** Of one bet; an estimate (约) when floating. */
      readonly fen: number;
      readonly floating: boolean;
      readonly chance: Chance;
    }[];
    /** That one bet wins anything. */
    readonly winChance: Chance;
    /** Share of the stake that one bet gives back on average. */
    readonly returns: Chance;
  }[];
}

/** GET /api/lotteryresult/Detail?gameCode=&issue= */
export interface ResultDetailModels extends ResultItem {
  /** Fen that one winning bet of each tier paid, by "play/tier". */
  readonly prizes: Readonly<Record<string, number>>;
}

/**
 * POST /api/lottery/bet_szc, header Idempotency-Key.
 * Form: ticket (JSON of a Ticket), hash (description version that the phone priced it under), amountFen (what the player was shown),
 * issue (the issue that the player meant; left out: the one on sale).
 *
 * A chase (追号) is a ticket of several issues, paid at once: `ticket.issues` > 1 for the next ones at the ticket's multiplier, or
 * `chase`, JSON of ChaseIssue[], each issue with its own multiplier (the ticket's is then 1; an issue of 0 is not played). amountFen is
 * of all of them. stopOnWin "1" (中奖即停): the first issue with a prize is the last one played, the later ones are refunded.
 */
export interface BetForm {
  readonly ticket: string;
  readonly hash: string;
  readonly amountFen: string;
  readonly issue?: string;
  readonly chase?: string;
  readonly stopOnWin?: '0' | '1';
}

export interface ChaseIssue {
  readonly issue: string;
  readonly multiplier: number;
}

export interface BetModels {
  /** Of a chase: the order of its first issue. */
  readonly orderId: string;
  readonly chaseId?: string;
  /** Issues played of a chase. */
  readonly issues?: number;
  readonly gameCode: string;
  readonly issue: string;
  readonly bets: number;
  readonly amountFen: number;
  readonly balanceFen: number;
  readonly drawsAt: number;
}

/** GET /api/order/outcome?key= — what became of an idempotency key (own addition, for a request in doubt). */
export interface OutcomeModels {
  /** unknown: nothing was done under this key, and now nothing will be (the key is burnt). */
  readonly state: 'done' | 'unknown';
  readonly httpStatus?: number;
  /** The answer as first given. */
  readonly answer?: { readonly status: number; readonly models: unknown; readonly msg: string };
}

/** pending: waits for the draw. cancelled: refunded. */
export type OrderStatus = 'pending' | 'won' | 'lost' | 'cancelled';

export interface OrderItem {
  readonly orderId: string;
  /** ticket, chase …: which fields there are beside those of every order. */
  readonly kind?: string;
  /** What every kind of order says of itself: its subject, what was bet on it, and the route of its detail. */
  readonly title?: string;
  readonly subtitle?: string;
  readonly to?: string;
  /** Of amountFen and prizeFen: fen unless it says otherwise. */
  readonly unit?: string;
  readonly gameCode: string;
  readonly gameName: string;
  readonly playNames: string;
  readonly issue: string;
  readonly bets: number;
  readonly multiplier: number;
  readonly amountFen: number;
  readonly status: OrderStatus;
  readonly prizeFen: number;
  readonly placedAt: number;
  /** The chase that it is one issue of. */
  readonly chaseId?: string;
}

/** GET /api/lottery/ChaseIssues?gameCode= — issues that a chase may reach, the one on sale first (own addition). */
export interface ChaseIssuesModels {
  readonly gameCode: string;
  /** Most issues and largest multiplier of a chase. */
  readonly maxQishu: number;
  readonly maxBeishu: number;
  readonly items: readonly Omit<IssueOnSale, 'commit'>[];
}

/** GET /api/Order/ChaseDetail?chaseId= */
export interface ChaseDetailModels {
  readonly chaseId: string;
  readonly gameCode: string;
  readonly gameName: string;
  readonly hash: string;
  readonly ticket: Ticket;
  /** Bets and fen of one issue at one time. */
  readonly lines: readonly { readonly playName: string; readonly text: string; readonly bets: number; readonly amountFen: number }[];
  readonly stopOnWin: boolean;
  /** The issue whose win stopped it. */
  readonly stoppedBy: string | null;
  /** When its player stopped it by hand. */
  readonly cancelledAt: number | null;
  /** stopped: by a win; cancelled: by hand; nothing waits any more in either. */
  readonly state: 'running' | 'stopped' | 'cancelled' | 'done';
  /** Bets of one issue. */
  readonly bets: number;
  readonly issues: number;
  readonly issuesLeft: number;
  /** Of those that are left, how many its player may still cancel: they are not frozen. */
  readonly issuesCancellable: number;
  readonly amountFen: number;
  readonly prizeFen: number;
  readonly refundFen: number;
  readonly placedAt: number;
  /** The issues played, in order. */
  readonly items: readonly {
    readonly orderId: string;
    readonly issue: string;
    readonly multiplier: number;
    readonly amountFen: number;
    readonly prizeFen: number;
    readonly status: OrderStatus;
    readonly drawsAt: number;
    readonly numbers: Draw['numbers'] | null;
  }[];
}

/** POST /api/Order/CancelChase, form: chaseId. Own addition. Asking again changes nothing and says 0. */
export interface CancelChaseModels {
  readonly chaseId: string;
  /** Issues that this very call cancelled, and what it gave back for them. */
  readonly issues: number;
  readonly refundFen: number;
}

/** GET /api/order/list?status=&cursor=&size= */
export interface OrderListModels {
  readonly items: readonly OrderItem[];
  readonly next: string | null;
}

/** GET /api/order/detail?orderId= */
export interface OrderDetailModels extends OrderItem {
  readonly hash: string;
  readonly ticket: Ticket;
  readonly lines: readonly {
    readonly playName: string;
    /** The picks as a player writes them: "胆 01 02 拖 05 … + 09". */
    readonly text: string;
    readonly bets: number;
    readonly amountFen: number;
    readonly prizeFen: number;
    readonly wins: readonly { readonly tierName: string; readonly count: number; readonly prizeFen: number }[];
  }[];
  readonly drawsAt: number;
  readonly closesAt: number;
  readonly commit: string;
  readonly result: ResultItem | null;
  readonly ledger: readonly FundItem[];
}

export interface FundItem {
  readonly id: string;
  /** grant, stake, prize, refund … */
  readonly type: string;
  readonly title: string;
  /** Signed: negative leaves the wallet. */
  readonly amountFen: number;
  readonly balanceFen: number;
  readonly at: number;
  readonly orderId?: string;
}

/** GET /api/fund/list?type=&cursor=&size= */
export interface FundListModels {
  readonly items: readonly FundItem[];
  readonly next: string | null;
}

/** Events of the stream GET /events (text/event-stream); with `tk` the player's own events come too. */
export type StreamEvent =
  | { readonly type: 'index'; readonly version: string }
  /** `result` is what a list of results shows of it, so that a phone need not ask; left out when only that something was drawn is known. */
  | { readonly type: 'draw'; readonly gameCode: string; readonly issue: string; readonly result?: DrawnResult }
  | {
      readonly type: 'order';
      readonly orderId: string;
      readonly status: OrderStatus;
      readonly prizeFen: number;
      /** Kind of order and game; left out when only that some order changed is known. */
      readonly kind?: string;
      readonly gameCode?: string;
    }
  | {
      readonly type: 'balance';
      /** Which purse, in its unit (fen, points, score). */
      readonly purse?: string;
      readonly unit?: string;
      readonly balance?: number;
      /** What the main wallet holds; left out for another purse. */
      readonly balanceFen?: number;
    };

/**
 * GET /api/SiteMsg/GetSlotsGameList?company=, GetLCPokerGameList, GetFHLLGameList: games of another company.
 * GET /api/lottery/LaunchUrl?gamecode=&company= answers the address as text.
 */
export interface OutsideGamesModels {
  readonly company: string;
  readonly name: string;
  readonly items: readonly {
    readonly company: string;
    readonly code: string;
    readonly name: string;
    readonly note: string;
    /** "2": opens on the frame page that minds how the phone is held. */
    readonly page: string;
  }[];
  readonly next: null;
}

/** GET /api/SystemConfig/QueryActivity_Setting: activities, each a page of its own. */
export interface ActivityModels {
  readonly items: readonly { readonly id: string; readonly title: string; readonly note: string; readonly url: string }[];
  readonly next: null;
}

/** GET /api/SiteMsg/GetNoticeDetail?noticeId= */
export interface NoticeDetail extends NoticeItem {
  readonly text: string;
  /** yyyy-MM-dd. */
  readonly at: string;
}

/** GET /api/SiteMsg/GetBannerList, GetIndexNotic, DialogList and GetGameList2 answer their items in a list. */
export interface ListModels<T> {
  readonly items: readonly T[];
}
