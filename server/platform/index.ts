/** What every module stands on: database, clock, HTTP, idempotency, background jobs, rate limits, encryption at rest, monitoring, audit, event stream, mail and text messages. */
export { headOf, record, verify, type Act, type AuditRow } from './audit/audit.ts';
export { startAuditCheck } from './audit/check.ts';
export { NOW_ONCE, openClock, type GameClock } from './clock.ts';
export { openBatches, openKeyedDesk, type KeyedDesk } from './database/batches.ts';
export { openDatabase, type Database, type Querying } from './database/database.ts';
export type { Schema } from './database/schema.ts';
export { MOVEMENTS, type Unit } from './database/movement-rules.ts';
export type { PoolLike } from './database/pool.ts';
export { isAway, isContended, isUnavailable } from './database/postgres.ts';
export { prepareDatabase } from './database/prepare.ts';
export type { ShortLine, ShortTicket, StoredAnswer, StoredStatus, StoredWin, Tables, TicketRest } from './database/tables.ts';
export { decrypt, encrypt } from './encryption/cipher.ts';
export { VAULT_KEYS, developmentKeys, keysOfFolder, parseKeys, type VaultKey } from './encryption/keys.ts';
export { openVault, type Vault } from './encryption/vault.ts';
export { answerCheck } from './http/answers.ts';
export { bytesOf, hasTag, keptBytes, sendBytes, sharedModels, standsWhile, type Bytes } from './http/bytes.ts';
export {
  TooMany,
  handle,
  ok,
  refuse,
  refuseCode,
  refuseField,
  refuseStep,
  register,
  send,
  stored,
  tooMany,
  withReader,
  type CallRequest,
  type HandledCall,
  type TakingOver,
} from './http/call.ts';
export { fieldReader } from './http/fields.ts';
export { parametersOf } from './http/form.ts';
export { closeHttp, openHttp, type Patience } from './http/http.ts';
export { onceForKey, refuseForKey, refusedButWritten, type Keyed } from './http/keyed.ts';
export { tokenHash, type Player } from './http/player.ts';
export { lazyValidator } from './http/validators.ts';
export { startJob, untilNextLook, type RunningJob } from './jobs/job.ts';
export { Latch } from './jobs/latch.ts';
export { reasonOf } from './jobs/reason.ts';
export { openTally, type Tally } from './jobs/tally.ts';
export { createThread, type Answered } from './jobs/thread.ts';
export { openMessages, type Messages, type MessagesOptions } from './messages/outbox.ts';
export { readSmsTemplate, smsProvider, smtpProvider, type Channel } from './messages/providers.ts';
export { outboxRoutes } from './messages/routes.ts';
export { messageTime, type Template } from './messages/templates.ts';
export { keptAlarms, openAlarmKeeper, type KeptAlarm } from './monitoring/alarm-keeper.ts';
export { ALARMS, createAlarms, type AlarmName, type Alarms, type Severity } from './monitoring/alarms.ts';
export { startLedgerCheck } from './monitoring/ledger-check.ts';
export { FORMATS, LEVELS, createLog, type Format, type Level, type Log } from './monitoring/log.ts';
export { createMetrics } from './monitoring/metrics.ts';
export { watchRoutes } from './monitoring/routes.ts';
export { stateReader, watchState } from './monitoring/state.ts';
export { createWriteProbe } from './monitoring/write-probe.ts';
export { listenSentence } from './process/listening.ts';
export { stopOnSignals } from './process/stop.ts';
export { analyzeSome, vacuumSome } from './process/table-upkeep.ts';
export { addressKey } from './rate-limits/address.ts';
export { createAdmission, deviceHash, type Admission } from './rate-limits/admission.ts';
export { createRefused, type Refused } from './rate-limits/refused.ts';
export { createShares, type Shares } from './rate-limits/shares.ts';
export { openEventHub, type EventHub } from './stream/hub.ts';
export { tellMessage } from './stream/tell.ts';
export type { JobOptions, Module } from './module.ts';
export { againWhenTaken } from './database/taken.ts';
