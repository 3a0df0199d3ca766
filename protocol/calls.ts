/**
 * The shapes of fields and answers (`models` of the envelope) by name, inferred from the table in protocol/calls/. Types only: the phone
 * imports these, and no schema comes into its bundle. Amounts are integer fen, instants unix milliseconds of the server's clock.
 */
import type { heartbeat, userInfo, webLogin } from './calls/account.ts';
import type { withdrawalAlipay, withdrawalCard } from './calls/bank-card.ts';
import type { AnswerOf, FieldsOf } from './calls/define.ts';
import type { doSsjcAct, doSsjcActRecord, quizEntry, quizQuestion } from './calls/quiz.ts';
import type { betSmallGame, checkSmallGameQualify, smallGameOrderRecordList } from './calls/small-game.ts';
import type { fairnessProof, issueOnSale, resultBrief, resultItem, resultWithZones } from './calls/draws.ts';
import type {
  betJcFollow,
  queryFDList,
  queryFollowOrderList,
  queryReleaseDetailInfo,
  queryReleaseFollowList,
  releaseRow,
} from './calls/follow.ts';
import type { queryFollowOrderRank } from './calls/follow-ranks.ts';
import type { editReleaseOrderFollowRule, queryFollowRuleRuns } from './calls/follow-rules.ts';
import type { fundDetail, fundItem, fundReport, funds, fundToday } from './calls/fund.ts';
import type { fundMove, fundOut } from './calls/fund-move.ts';
import type { fillTerms, withdrawQuery, withdrawToFill } from './calls/fund-withdrawal.ts';
import type { fundSummary } from './calls/fund-summary.ts';
import type { rechargeOptions, rechargeQuery, setRecharge } from './calls/recharge.ts';
import type { betCoupons, buyProduct, getProductList, product, queryInventory, useItem } from './calls/store.ts';
import type { activityDetail, activityRow } from './calls/activity.ts';
import type { scratchCard, getScratchCard, prizeScratchCard, scratchType } from './calls/scratch.ts';
import type {
  betJoin,
  startGroupBuy,
  cancelGroupBuy,
  editGroupBuy,
  groupDetail,
  groupJoins,
  groupList,
  groupOwnList,
  groupTerms,
} from './calls/hm.ts';
import type { groupRanking, groupRecord } from './calls/hm-records.ts';
import type { addFollowerRule, groupRule, groupRuleRuns } from './calls/hm-rules.ts';
import type { groupItem, groupProgress, groupState } from './calls/hm-shapes.ts';
import type { betSzc, chaseIssue, chaseIssues, chance, getLotteryOdds, lotteryLimits, playOdds } from './calls/lottery.ts';
import type { allResult, detail, resultList, resultNumbers } from './calls/lottery-result.ts';
import type {
  cancelChase,
  chaseDetail,
  chaseOrder,
  groupOrder,
  openOrders,
  orderDetail,
  orderItem,
  orders,
  orderStatus,
  orderResults,
  outcome,
  sportOrder,
  ticketOrder,
} from './calls/order.ts';
import type {
  checkin,
  checkinRecord,
  friends,
  giftItem,
  invitation,
  levels,
  memberProfile,
  offlineReward,
  setName,
  taskItem,
} from './calls/member.ts';
import type {
  commentItem,
  commentList,
  emotes,
  homeRow,
  person,
  queryMyAttentionUser,
  queryUserHomePage,
  replyItem,
} from './calls/people.ts';
import type { cupTie, outrightList, sjbGroupStageResult, sjbMatchAll } from './calls/cups.ts';
import type { cupRank, orderMatches } from './calls/scores.ts';
import type {
  appSpLotteryPageInfo,
  getBjdcWeekIssuse,
  jcList,
  matchAnalysis,
  matchLive,
  optionData,
  sportIssue,
} from './calls/match-data.ts';
import type { cupMatch, league, liveMatch, matchEvent, offer, pastMatch, standing, team } from './calls/matches.ts';
import type { companies, companyBalances, companyBets, companyReturn, transfers } from './calls/companies.ts';
import type { bonus, bonusClaim, offer as bonusOffer } from './calls/offers.ts';
import type { yuEBao, yuEBaoList } from './calls/savings.ts';
import type { pausePlay, playerLimits, setLimit, sitting, spending } from './calls/player-limits.ts';
import type { needsStep, wrongCode } from './calls/refusals.ts';
import type { TypeOf } from './calls/schema.ts';
import type {
  appHomePageInfo,
  appLotteryPageInfo,
  bannerItem,
  dialogItem,
  gameInfoEntry,
  getSlotsGameList,
  noticeDetail,
  noticeItem,
} from './calls/site-msg.ts';
import type { betJc, betJcCreate, betOzb, betYouhuaCreate, soldLeg, stoppedLeg } from './calls/sport-bet.ts';
import type { checkSystemStatus, getIp, getServerTime, queryActivitySetting } from './calls/system-config.ts';
import type { queryProfileList } from './calls/user-center.ts';

export type UserInfo = TypeOf<typeof userInfo>;
export type LoginModels = AnswerOf<typeof webLogin>;
export type HeartbeatModels = AnswerOf<typeof heartbeat>;
export type ProfileModels = AnswerOf<typeof queryProfileList>;

export type MemberProfile = TypeOf<typeof memberProfile>;
export type SetNameModels = AnswerOf<typeof setName>;
export type TaskItem = TypeOf<typeof taskItem>;
export type GiftItem = TypeOf<typeof giftItem>;
export type LevelsModels = AnswerOf<typeof levels>;
export type CheckinRecordModels = AnswerOf<typeof checkinRecord>;
export type CheckinModels = AnswerOf<typeof checkin>;
export type OfflineRewardModels = AnswerOf<typeof offlineReward>;
export type FriendsModels = AnswerOf<typeof friends>;
export type InvitationModels = AnswerOf<typeof invitation>;

/** The public profile of a player. */
export type Person = TypeOf<typeof person>;
export type AttentionListModels = AnswerOf<typeof queryMyAttentionUser>;
export type HomePageModels = AnswerOf<typeof queryUserHomePage>;
export type HomeRow = TypeOf<typeof homeRow>;
export type CommentItem = TypeOf<typeof commentItem>;
export type ReplyItem = TypeOf<typeof replyItem>;
export type EmotesModels = AnswerOf<typeof emotes>;
export type CommentListModels = AnswerOf<typeof commentList>;

/** A release (宝单) as lists show it. */
export type ReleaseRow = TypeOf<typeof releaseRow>;
export type ReleaseListModels = AnswerOf<typeof queryFDList>;
export type ReleaseDetailModels = AnswerOf<typeof queryReleaseDetailInfo>;
export type FollowersModels = AnswerOf<typeof queryReleaseFollowList>;
export type FollowListModels = AnswerOf<typeof queryFollowOrderList>;
export type FollowRankModels = AnswerOf<typeof queryFollowOrderRank>;
export type FollowRuleModels = AnswerOf<typeof editReleaseOrderFollowRule>;
export type FollowRunsModels = AnswerOf<typeof queryFollowRuleRuns>;
export type FollowBetFields = FieldsOf<typeof betJcFollow>;
export type FollowBetModels = AnswerOf<typeof betJcFollow>;

export type PlayerLimitModels = AnswerOf<typeof playerLimits>;
export type LimitModels = AnswerOf<typeof setLimit>;
export type PauseModels = AnswerOf<typeof pausePlay>;
export type SpendingModels = AnswerOf<typeof spending>;
export type SittingModels = AnswerOf<typeof sitting>;

export type IpModels = AnswerOf<typeof getIp>;
export type ServerTimeModels = AnswerOf<typeof getServerTime>;
export type SystemStatusModels = AnswerOf<typeof checkSystemStatus>;
export type ActivityModels = AnswerOf<typeof queryActivitySetting>;

export type BannerItem = TypeOf<typeof bannerItem>;
export type NoticeItem = TypeOf<typeof noticeItem>;
export type NoticeDetail = TypeOf<typeof noticeDetail>;
export type DialogItem = TypeOf<typeof dialogItem>;
export type GameInfoEntry = TypeOf<typeof gameInfoEntry>;
export type HomeModels = AnswerOf<typeof appHomePageInfo>;
export type LotteryPageModels = AnswerOf<typeof appLotteryPageInfo>;
export type OutsideGamesModels = AnswerOf<typeof getSlotsGameList>;

export type IssueOnSale = TypeOf<typeof issueOnSale>;
export type FairnessProof = TypeOf<typeof fairnessProof>;
export type ResultItem = TypeOf<typeof resultItem>;
/** With the zones that it was drawn by. */
export type DrawnResult = TypeOf<typeof resultWithZones>;
export type ResultBrief = TypeOf<typeof resultBrief>;
export type AllResultModels = AnswerOf<typeof allResult>;
export type ResultListModels = TypeOf<typeof resultList>;
/** The same with `only=numbers`: what a trend chart (走势图) needs of 300 draws. */
export type ResultNumbersModels = TypeOf<typeof resultNumbers>;
export type ResultDetailModels = AnswerOf<typeof detail>;

export type Chance = TypeOf<typeof chance>;
export type PlayOddsModels = TypeOf<typeof playOdds>;
export type LotteryOddsModels = AnswerOf<typeof getLotteryOdds>;

export type BetFields = FieldsOf<typeof betSzc>;
export type BetModels = AnswerOf<typeof betSzc>;
export type ChaseIssue = TypeOf<typeof chaseIssue>;
export type ChaseIssuesModels = AnswerOf<typeof chaseIssues>;
export type LotteryLimitsModels = AnswerOf<typeof lotteryLimits>;

export type SportBetFields = FieldsOf<typeof betJc>;
export type SportBetModels = AnswerOf<typeof betJc>;
export type SportDraftFields = FieldsOf<typeof betJcCreate>;
export type SportDraftModels = AnswerOf<typeof betJcCreate>;
export type OptimisedBetFields = FieldsOf<typeof betYouhuaCreate>;
export type OutrightBetFields = FieldsOf<typeof betOzb>;
export type OutrightBetModels = AnswerOf<typeof betOzb>;
export type SoldLeg = TypeOf<typeof soldLeg>;
/** `models` of issueClosed and descriptionChanged of the bets on matches. */
export type SportStoppedModels = TypeOf<(typeof betJc)['refusalModels']['issueClosed']>;
export type SportChangedModels = TypeOf<(typeof betJc)['refusalModels']['descriptionChanged']>;
export type StoppedLeg = TypeOf<typeof stoppedLeg>;

export type OrderStatus = TypeOf<typeof orderStatus>;
export type OrderItem = TypeOf<typeof orderItem>;
export type OpenOrdersModels = AnswerOf<typeof openOrders>;
export type OrderListModels = AnswerOf<typeof orders>;
/** One branch for each kind of order, told apart by `kind`. */
export type OrderDetailModels = AnswerOf<typeof orderDetail>;
export type TicketOrderModels = TypeOf<typeof ticketOrder>;
export type ChaseOrderModels = TypeOf<typeof chaseOrder>;
export type SportOrderModels = TypeOf<typeof sportOrder>;
export type GroupOrderModels = TypeOf<typeof groupOrder>;
export type OrderResultsModels = AnswerOf<typeof orderResults>;
export type OutcomeModels = AnswerOf<typeof outcome>;
export type ChaseDetailModels = AnswerOf<typeof chaseDetail>;
export type CancelChaseModels = AnswerOf<typeof cancelChase>;

export type Team = TypeOf<typeof team>;
export type League = TypeOf<typeof league>;
/** A match as one game sells it. */
export type Offer = TypeOf<typeof offer>;
export type LiveMatch = TypeOf<typeof liveMatch>;
export type LiveEvent = TypeOf<typeof matchEvent>;
export type PastMatch = TypeOf<typeof pastMatch>;
export type Standing = TypeOf<typeof standing>;
export type CupMatch = TypeOf<typeof cupMatch>;
export type CupTie = TypeOf<typeof cupTie>;
export type SportIssue = TypeOf<typeof sportIssue>;
export type SportPageModels = AnswerOf<typeof appSpLotteryPageInfo>;
export type OptionDataModels = AnswerOf<typeof optionData>;
export type MatchLiveModels = AnswerOf<typeof matchLive>;
export type CupMatchesModels = AnswerOf<typeof sjbMatchAll>;
export type CupTableModels = AnswerOf<typeof sjbGroupStageResult>;
export type SportResultsModels = AnswerOf<typeof jcList>;
export type SportIssuesModels = AnswerOf<typeof getBjdcWeekIssuse>;
export type MatchAnalysisModels = AnswerOf<typeof matchAnalysis>;
export type OutrightListModels = AnswerOf<typeof outrightList>;

export type OrderMatchesModels = AnswerOf<typeof orderMatches>;
export type CupRankModels = AnswerOf<typeof cupRank>;

export type FundItem = TypeOf<typeof fundItem>;
export type FundListModels = AnswerOf<typeof funds>;
export type FundDetailModels = AnswerOf<typeof fundDetail>;
export type FundReportModels = AnswerOf<typeof fundReport>;
export type FundTodayModels = AnswerOf<typeof fundToday>;
export type CompaniesModels = AnswerOf<typeof companies>;
export type CompanyBetsModels = AnswerOf<typeof companyBets>;
export type CompanyBalancesModels = AnswerOf<typeof companyBalances>;
export type CompanyReturnModels = AnswerOf<typeof companyReturn>;
export type TransfersModels = AnswerOf<typeof transfers>;
/** An offer of the discount centre (优惠中心). */
export type DiscountOffer = TypeOf<typeof bonusOffer>;
export type BonusModels = AnswerOf<typeof bonus>;
export type BonusClaimModels = AnswerOf<typeof bonusClaim>;
export type YuEBaoModels = AnswerOf<typeof yuEBao>;
export type YuEBaoListModels = AnswerOf<typeof yuEBaoList>;
export type FundMove = TypeOf<typeof fundMove>;
export type FundMoveModels = AnswerOf<typeof fundOut>;
export type WithdrawalCard = TypeOf<typeof withdrawalCard>;
export type WithdrawalAlipay = TypeOf<typeof withdrawalAlipay>;
export type WithdrawTermsModels = AnswerOf<typeof withdrawQuery>;
export type FillTermsModels = AnswerOf<typeof fillTerms>;
export type WithdrawToFillModels = AnswerOf<typeof withdrawToFill>;
export type FundSummaryModels = AnswerOf<typeof fundSummary>;
export type RechargeOptionsModels = AnswerOf<typeof rechargeOptions>;
export type RechargeSettingsModels = AnswerOf<typeof setRecharge>;
export type RechargeStateModels = AnswerOf<typeof rechargeQuery>;

export type GroupState = TypeOf<typeof groupState>;
export type GroupItem = TypeOf<typeof groupItem>;
export type GroupProgress = TypeOf<typeof groupProgress>;
export type GroupTermsModels = AnswerOf<typeof groupTerms>;
export type StartGroupBuyFields = FieldsOf<typeof startGroupBuy>;
export type StartGroupBuyModels = AnswerOf<typeof startGroupBuy>;
export type JoinModels = AnswerOf<typeof betJoin>;
export type CancelGroupBuyModels = AnswerOf<typeof cancelGroupBuy>;
export type EditGroupBuyModels = AnswerOf<typeof editGroupBuy>;
export type GroupListFields = FieldsOf<typeof groupList>;
export type GroupListModels = AnswerOf<typeof groupList>;
export type GroupOwnListFields = FieldsOf<typeof groupOwnList>;
export type GroupDetailModels = AnswerOf<typeof groupDetail>;
export type GroupJoinsModels = AnswerOf<typeof groupJoins>;
export type GroupRankingModels = AnswerOf<typeof groupRanking>;
export type GroupRecordModels = AnswerOf<typeof groupRecord>;
export type GroupRule = TypeOf<typeof groupRule>;
export type GroupRuleFields = FieldsOf<typeof addFollowerRule>;
export type GroupRuleModels = AnswerOf<typeof addFollowerRule>;
export type GroupRuleRunsModels = AnswerOf<typeof groupRuleRuns>;

/** `models` of needsStep (14) and wrongCode (15), whatever the call. */
export type NeedsStepModels = TypeOf<typeof needsStep>;
export type WrongCodeModels = TypeOf<typeof wrongCode>;

/** What the calls that only list something answer. */
export interface ListModels<T> {
  readonly items: readonly T[];
}

export type { StreamEvent } from './events.ts';

export type ScratchTypeModels = TypeOf<typeof scratchType>;
export type ScratchListModels = AnswerOf<typeof getScratchCard>;
export type ScratchListItem = ScratchListModels['mine']['items'][number];
export type ScratchCardModels = AnswerOf<typeof scratchCard>;
export type OpenedScratchCard = AnswerOf<typeof prizeScratchCard>['cards'][number];
export type SmallCheckModels = AnswerOf<typeof checkSmallGameQualify>;
export type BetSmallFields = FieldsOf<typeof betSmallGame>;
export type BetSmallModels = AnswerOf<typeof betSmallGame>;
export type SmallRecordFields = FieldsOf<typeof smallGameOrderRecordList>;
export type SmallRecordModels = AnswerOf<typeof smallGameOrderRecordList>;
export type QuizActFields = FieldsOf<typeof doSsjcAct>;
export type QuizActModels = AnswerOf<typeof doSsjcAct>;
export type QuizQuestion = TypeOf<typeof quizQuestion>;
export type QuizEntry = TypeOf<typeof quizEntry>;
export type QuizRecordFields = FieldsOf<typeof doSsjcActRecord>;

export type StoreProduct = TypeOf<typeof product>;
export type ProductListModels = AnswerOf<typeof getProductList>;
export type BuyProductModels = AnswerOf<typeof buyProduct>;
export type BagItem = AnswerOf<typeof queryInventory>['items'][number];
export type UseItemModels = AnswerOf<typeof useItem>;
export type BetCouponsModels = AnswerOf<typeof betCoupons>;
export type ActivityRow = TypeOf<typeof activityRow>;
export type ActivityPage = AnswerOf<typeof activityDetail>;
