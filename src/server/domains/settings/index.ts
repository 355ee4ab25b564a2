import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import {
  SETTING_NAMES,
  type SettingFields,
  type SettingName,
  SETTINGS,
  type SettingValues,
  TEXT_SETTINGS,
} from '#contract/admin/settings.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { findAuditEntries, versionConflict } from '../audit/index.ts'
import type { DomainModule } from '../domain-module.ts'
import {
  findSettings,
  FIRST_VERSION,
  lockLimits,
  lockSetting,
  SETTINGS_CHANNEL,
  updateSetting,
} from './settings.repo.ts'

/**
 * Settings: what administrators change while the service runs. Each process keeps them in memory and reads them again when one of any
 * process changes them. Owns setting. Never knows what they are used for.
 */
export { SETTINGS_CHANNEL } from './settings.repo.ts'
export type { SettingValues } from '#contract/admin/settings.ts'

export interface SettingsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  /** Of the environment. */
  readonly defaults: SettingValues
}

/** Null puts the default back. */
export type SettingChange = {
  [N in SettingName]: {
    readonly name: N
    readonly value: SettingValues[N] | null
    /** That the form was opened with. */
    readonly seen: number | undefined
    readonly actor: string
  }
}[SettingName]

export interface Setting {
  readonly name: SettingName
  readonly value: SettingFields
  readonly default: SettingFields
  readonly isDefault: boolean
  readonly version: number
  readonly by: string | null
  readonly at: Temporal.Instant | null
}

export interface SettingVersion {
  readonly version: number
  readonly before: SettingFields
  readonly after: SettingFields
  readonly isDefault: boolean
  readonly by: string
  readonly at: Temporal.Instant
}

export type LiveSettings = ReturnType<typeof createSettings>

/** Settings whose numbers say what an operator may do alone. */
const LIMITS: ReadonlySet<SettingName> = new Set(['refunds', 'codes'])

/** Where a notification was lost. */
const READ_EVERY_MS = 60_000
const HISTORY_MAX = 50

/** A switch has its end in its value, and needs no work to end. Empty: it is off. */
export const isOver = (until: string, now: Temporal.Instant): boolean =>
  until === '' || Temporal.Instant.compare(Temporal.Instant.from(until), now) <= 0

export const settingSubject = (name: SettingName): string => `setting:${name}`

export function createSettings({ db, clock, log, defaults }: SettingsDeps) {
  const listeners = new Set<() => void>()
  let values = defaults
  let reading = Promise.resolve()
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'settings', everyMs: READ_EVERY_MS, wakeOn: SETTINGS_CHANNEL, run: refresh }],
  }
  return { current: () => values, refresh, onChange, list, save, raisesLimit, history, domainModule }

  /** One read after the other: the last one that ends is the last one that began. */
  function refresh(): Promise<void> {
    reading = reading.then(read, read)
    return reading
  }

  async function read(): Promise<void> {
    const rows = await findSettings(db)
    const saved = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    const next = Object.fromEntries(
      SETTING_NAMES.map((name) => [name, effective(name, saved[name] ?? null)]),
    ) as unknown as SettingValues
    if (JSON.stringify(next) === JSON.stringify(values)) return
    values = next
    for (const changed of listeners) changed()
  }

  /** @returns a function that stops listening */
  function onChange(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }

  /** Fields that a later release adds have their default; a value that a release takes no longer is the default. */
  function effective(name: SettingName, saved: unknown): SettingFields {
    if (saved === null) return defaults[name]
    const parsed = z.safeParse(SETTINGS[name], { ...defaults[name], ...(saved as object) })
    if (!parsed.success) log.warn({ setting: name, err: parsed.error }, 'saved setting is not valid: the default holds')
    return parsed.success ? parsed.data : defaults[name]
  }

  /** As saved, whatever this process has read. */
  async function list(): Promise<Setting[]> {
    const rows = new Map((await findSettings(db)).map((row) => [row.name, row]))
    return SETTING_NAMES.map((name) => {
      const row = rows.get(name)
      return {
        name,
        value: effective(name, row?.value ?? null),
        default: defaults[name],
        isDefault: (row?.value ?? null) === null,
        version: row?.version ?? FIRST_VERSION,
        by: row?.actor ?? null,
        at: row?.at ?? null,
      }
    })
  }

  /** In the caller's transaction, which records it. @throws AppError VERSION_CONFLICT */
  async function save(tx: Tx, { name, value, seen, actor }: SettingChange) {
    const at = clock.now()
    const locked = await lockSetting(tx, { name, actor, at })
    const before = effective(name, locked.value)
    if (seen !== undefined && seen !== locked.version) {
      const current = { ...before, version: locked.version, isDefault: locked.value === null }
      throw await versionConflict(tx, { subject: settingSubject(name), current })
    }
    const version = locked.version + 1
    await updateSetting(tx, { name, value: keptOf(name, value), version, actor, at })
    return { version, before, after: effective(name, value) }
  }

  /** Of settings of texts what differs from the default, so that a release may improve the others. */
  function keptOf(name: SettingName, value: SettingFields | null): SettingFields | null {
    if (value === null || !(TEXT_SETTINGS as readonly string[]).includes(name)) return value
    const own = Object.entries(value).filter(([field, text]) => text !== (defaults[name] as SettingFields)[field])
    return own.length === 0 ? null : Object.fromEntries(own)
  }

  /** Whether a change lets one person alone do more than before. Another change of limits waits until the transaction ends. */
  async function raisesLimit(tx: Tx, { name, value }: Pick<SettingChange, 'name' | 'value'>): Promise<boolean> {
    if (!LIMITS.has(name)) return false
    await lockLimits(tx)
    const saved = (await findSettings(tx)).find((row) => row.name === name)
    const [before, after]: SettingFields[] = [effective(name, saved?.value ?? null), value ?? defaults[name]]
    return Object.entries(after!).some(([field, limit]) => Number(limit) > Number(before![field]))
  }

  /** Of the audit log, which has the values of each change. */
  async function history(name: SettingName): Promise<SettingVersion[]> {
    const filter = { subject: settingSubject(name) }
    const { list: entries } = await findAuditEntries(db, { filter, sort: '-at', limit: HISTORY_MAX })
    return entries.map(({ before, after, details, actor, at }) => ({
      ...(details as Pick<SettingVersion, 'version' | 'isDefault'>),
      before: before as SettingFields,
      after: after as SettingFields,
      by: actor,
      at,
    }))
  }
}
