/** Every migration, in order, imported by name so that a bundle holds them all. A released one never changes: add the next. */
import type { Migration } from 'kysely';
import { foundation } from './001-foundation.ts';
import { chase } from './002-chase.ts';
import { selections } from './003-selections.ts';
import { cancelChase } from './004-cancel-chase.ts';
import { oneLedger } from './005-one-ledger.ts';
import { clock } from './006-clock.ts';
import { door } from './006-door.ts';
import { quarantine } from './007-quarantine.ts';
import { audit } from './008-audit.ts';
import { secondStep } from './009-second-step.ts';
import { parts } from './011-parts.ts';
import { inForce } from './012-in-force.ts';
import { matches } from './013-matches.ts';
import { sportBets } from './014-sport-bets.ts';
import { recharge } from './015-recharge.ts';
import { payout } from './016-payout.ts';
import { savings } from './017-savings.ts';
import { identity } from './018-identity.ts';
import { member } from './019-member.ts';
import { group } from './020-group.ts';
import { follow } from './021-follow.ts';
import { people } from './022-people.ts';
import { scratch } from './023-scratch.ts';
import { small } from './024-small.ts';
import { groupCounting } from './025-group-counting.ts';
import { playsEnded } from './026-plays-ended.ts';
import { quiz } from './027-quiz.ts';
import { store } from './030-store.ts';
import { releaseSorts } from './031-release-sorts.ts';
import { companyGames } from './032-companies.ts';
import { coupons } from './033-coupons.ts';
import { agents } from './034-agents.ts';
import { content } from './037-content.ts';
import { notices } from './038-notices.ts';
import { search } from './039-search.ts';
import { deskFigures } from './040-desk-figures.ts';
import { push } from './041-push.ts';
import { operators } from './043-operators.ts';
import { ordersByTime } from './044-orders-by-time.ts';
import { agentsByDay } from './045-agents-by-day.ts';
import { emotes } from './048-emotes.ts';

import { quizTaken } from './049-quiz-taken.ts';
import { worth } from './051-worth.ts';
import { derivedDraws } from './052-derived-draws.ts';
import { playsLikeBets } from './055-plays-like-bets.ts';
import { issueLimits } from './056-issue-limits.ts';
import { pools } from './057-pools.ts';
import { runningEntries } from './059-running-entries.ts';
import { askedSelections } from './061-asked-selections.ts';
import { shortBets } from './062-short-bets.ts';
import { keysInTickets } from './063-keys-in-tickets.ts';
import { narrowSelections } from './064-narrow-selections.ts';
import { firstKickOffs } from './065-first-kick-offs.ts';
import { companyBalances } from './066-company-balances.ts';
import { upkeep } from './067-upkeep.ts';
import { knownResults } from './068-known-results.ts';
import { alarms } from './069-alarms.ts';
import { house } from './070-house.ts';
import { deskMoney } from './071-desk-money.ts';
import { ownRounds } from './072-own-rounds.ts';
import { noticeMail } from './073-notice-mail.ts';
import { saleReminders } from './074-sale-reminders.ts';
import { correctedDays } from './075-corrected-days.ts';

export const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-chase': chase,
  '003-selections': selections,
  '004-cancel-chase': cancelChase,
  '005-one-ledger': oneLedger,
  '006-clock': clock,
  '006-door': door,
  '007-quarantine': quarantine,
  '008-audit': audit,
  '009-second-step': secondStep,
  '011-parts': parts,
  '012-in-force': inForce,
  '013-matches': matches,
  '014-sport-bets': sportBets,
  '015-recharge': recharge,
  '016-payout': payout,
  '017-savings': savings,
  '018-identity': identity,
  '019-member': member,
  '020-group': group,
  '021-follow': follow,
  '022-people': people,
  '023-scratch': scratch,
  '024-small': small,
  '025-group-counting': groupCounting,
  '026-plays-ended': playsEnded,
  '027-quiz': quiz,
  '030-store': store,
  '031-release-sorts': releaseSorts,
  '032-companies': companyGames,
  '033-coupons': coupons,
  '034-agents': agents,
  '037-content': content,
  '038-notices': notices,
  '039-search': search,
  '040-desk-figures': deskFigures,
  '041-push': push,
  '043-operators': operators,
  '044-orders-by-time': ordersByTime,
  '045-agents-by-day': agentsByDay,
  '048-emotes': emotes,
  '049-quiz-taken': quizTaken,
  '051-worth': worth,
  '052-derived-draws': derivedDraws,
  '055-plays-like-bets': playsLikeBets,
  '056-issue-limits': issueLimits,
  '057-pools': pools,
  '059-running-entries': runningEntries,
  '061-asked-selections': askedSelections,
  '062-short-bets': shortBets,
  '063-keys-in-tickets': keysInTickets,
  '064-narrow-selections': narrowSelections,
  '065-first-kick-offs': firstKickOffs,
  '066-company-balances': companyBalances,
  '067-upkeep': upkeep,
  '068-known-results': knownResults,
  '069-alarms': alarms,
  '070-house': house,
  '071-desk-money': deskMoney,
  '072-own-rounds': ownRounds,
  '073-notice-mail': noticeMail,
  '074-sale-reminders': saleReminders,
  '075-corrected-days': correctedDays,
};
