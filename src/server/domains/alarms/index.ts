import { SILENCE_HOURS, type HealthName } from '#contract/admin/health.ts'
import { inTransaction, lockByName, type Tx } from '#server/kit/db.ts'
import { type HealthLine, waitingLine } from '#server/kit/health.ts'
import { newId } from '#server/kit/ids.ts'
import type { DomainModule } from '../domain-module.ts'
import {
  ALARMS_CHANNEL,
  countWaiting,
  deleteAlarm,
  deleteNotices,
  deleteOfGoneNodes,
  deleteSilence,
  endNotice,
  findAlarms,
  findSilences,
  insertNotice,
  leaseCheck,
  leaseNotice,
  type Notice,
  postponeNotice,
  saveAlarm,
  saveSilence,
  type Silence,
} from './alarms.repo.ts'
import { judge, retryAfterSeconds } from './alarms.rules.ts'
import type { AlarmFacts, AlarmsDeps } from './ports.ts'

/**
 * Alarms: what the console's health shows is told outside of it, once, and its end. Owns alarm, alarm_silence, alarm_check, alarm_notice.
 * Never decides what is in order (the domains' health does).
 */
export type { AlarmFacts, AlertSender } from './ports.ts'

export type Alarms = ReturnType<typeof createAlarms>

const CHECK_SECONDS = 60
/** More often than a line is looked at, so that another node takes over soon. */
const LOOK_EVERY_MS = 15_000
const SEND_EVERY_MS = 5_000
const DELETE_EVERY_MS = 3_600_000
/** Above what a webhook may take. */
const SENDING_SECONDS = 60
const KEPT_DAYS = 30
const GONE_HOURS = 1
/** A notice that the webhook has not accepted for this long is looked at. */
const LATE_HOURS = 0.25
const SHARED = 'health'

/** A choice of the configuration is no alarm. */
const isAlarming = ({ name }: HealthLine): boolean => name !== 'fourEyes'

export function createAlarms(deps: AlarmsDeps) {
  const { db, clock, log, messages, webhook, emails, nodeId } = deps
  const isTold = webhook !== undefined || emails.length > 0
  const domainModule: DomainModule = {
    scheduledTasks: isTold
      ? [
          { name: 'alarms', everyMs: LOOK_EVERY_MS, run: check },
          { name: 'alarm notices', everyMs: SEND_EVERY_MS, wakeOn: ALARMS_CHANNEL, run: sendDue },
          { name: 'alarm notices that are over', everyMs: DELETE_EVERY_MS, run: deleteOld },
        ]
      : [],
    ...(webhook && { health }),
  }
  return { check, sendDue, silence, endSilence, silences, isTold, domainModule }

  /** Of several nodes one looks at what all share, and each at its own machine. */
  async function check(): Promise<void> {
    await checkLines(SHARED, { read: deps.readShared, ofNode: null })
    await checkLines(keyOf('disk', nodeId), { read: deps.readOwn, ofNode: nodeId })
  }

  async function checkLines(
    name: string,
    { read, ofNode }: { read: () => Promise<readonly HealthLine[]>; ofNode: string | null },
  ): Promise<void> {
    const now = clock.now()
    if (!(await leaseCheck(db, { name, now, until: now.add({ seconds: CHECK_SECONDS }) }))) return
    const lines = (await read()).filter(isAlarming)
    await inTransaction(db, async (tx) => {
      await lockByName(tx, 'alarms')
      const known = { alarms: await findAlarms(tx), silences: await findSilences(tx, now) }
      for (const line of lines) await look(tx, { line, ofNode }, known)
      await deleteOfGoneNodes(tx, now.subtract({ hours: GONE_HOURS }))
    })
  }

  async function look(
    tx: Tx,
    { line, ofNode }: { line: HealthLine; ofNode: string | null },
    { alarms, silences }: { alarms: ReadonlyMap<string, Known>; silences: ReadonlyMap<string, unknown> },
  ): Promise<void> {
    const { name, value } = line
    const key = keyOf(name, ofNode)
    const before = alarms.get(key)
    const { alarm, tell: event } = judge(before, {
      state: line.state,
      now: clock.now(),
      isSilenced: silences.has(name),
    })
    if (alarm) await saveAlarm(tx, { key, name, nodeId: ofNode, ...alarm })
    else if (before) await deleteAlarm(tx, key)
    const told = alarm?.told ?? before?.told
    const since = alarm?.since ?? before?.since
    if (event === undefined || !told || !since) return
    await tell(tx, key, { event, name, nodeId: ofNode, state: told, value, since: since.toString() })
  }

  /** Both leave after the commit, or not at all. */
  async function tell(tx: Tx, key: string, facts: AlarmFacts): Promise<void> {
    if (webhook) await insertNotice(tx, { noticeId: newId(), key, facts, at: clock.now() })
    for (const to of emails) {
      const params = { ...facts, link: deps.consoleUrl }
      const language = await deps.languageOf(tx, to)
      await messages.send(tx, { channel: 'mail', to, template: 'alarm', params, language })
    }
  }

  /** Several nodes may run it concurrently. */
  async function sendDue(): Promise<void> {
    if (!webhook) return
    for (;;) {
      const now = clock.now()
      const notice = await leaseNotice(db, { now, until: now.add({ seconds: SENDING_SECONDS }) })
      if (!notice) return
      const problem = await webhook.send(JSON.stringify(bodyOf(notice)))
      if (problem === undefined) await endNotice(db, { noticeId: notice.noticeId, problem: null })
      else await fail(notice, problem)
    }
  }

  async function fail({ noticeId, attempts }: Notice, problem: string): Promise<void> {
    const seconds = retryAfterSeconds(attempts)
    log.warn({ noticeId, attempts, problem, isGivenUp: seconds === undefined }, 'alarm not accepted by the webhook')
    if (seconds === undefined) await endNotice(db, { noticeId, problem })
    else await postponeNotice(db, { noticeId, dueAt: clock.now().add({ seconds }), problem })
  }

  /** `text` is read by Slack and Mattermost, `content` by Discord. The id is the same in every attempt. */
  function bodyOf({ noticeId, facts, at }: Notice): object {
    const text = deps.describe(facts)
    const { event, name, nodeId: node, ...more } = facts
    return {
      id: noticeId,
      at: at.toString(),
      event,
      alarm: name,
      node,
      ...more,
      console: deps.consoleUrl,
      text,
      content: text,
    }
  }

  /** For an hour from now. @returns until when */
  async function silence(tx: Tx, { name, by }: Pick<Silence, 'name' | 'by'>): Promise<Temporal.Instant> {
    const until = clock.now().add({ hours: SILENCE_HOURS })
    await lockByName(tx, 'alarms')
    await saveSilence(tx, { name, until, by })
    return until
  }

  async function endSilence(tx: Tx, name: HealthName): Promise<void> {
    await lockByName(tx, 'alarms')
    await deleteSilence(tx, name)
  }

  /** By line, those that last. */
  function silences(): Promise<Map<string, Silence>> {
    return findSilences(db, clock.now())
  }

  async function health(): Promise<HealthLine[]> {
    return [waitingLine('alarms', await countWaiting(db), { now: clock.now(), hours: LATE_HOURS })]
  }

  function deleteOld(): Promise<void> {
    return deleteNotices(db, clock.now().subtract({ hours: KEPT_DAYS * 24 }))
  }
}

type Known = Awaited<ReturnType<typeof findAlarms>> extends Map<string, infer A> ? A : never

const keyOf = (name: string, nodeId: string | null): string => (nodeId === null ? name : `${name} ${nodeId}`)
