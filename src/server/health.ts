import { statfs } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { HealthLine } from '#server/kit/health.ts'
import type { DomainModule } from './domains/domain-module.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    backup_run: {
      started_at: Temporal.Instant
      finished_at: Temporal.Instant | null
      bytes: number | null
      problem: string | null
    }
    restore_drill: {
      started_at: Temporal.Instant
      finished_at: Temporal.Instant
      problem: string | null
    }
  }
}

/** Free room of the data folder, as a share of its disk, and in bytes. */
const DISK = { watch: 0.15, act: 0.05, actBytes: 5e9 } as const
/** Days since the last backup that was finished. */
const BACKUP = { watch: 2, act: 7 } as const

interface SharedHealthDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly modules: readonly DomainModule[]
  readonly fourEyes: boolean
}

export interface HealthDeps extends SharedHealthDeps {
  readonly dataDir: string
}

/** What needs a look or an operator to act: of the domains, the backups, the configuration and this machine. */
export async function readHealth(deps: HealthDeps): Promise<HealthLine[]> {
  return [...(await readSharedHealth(deps)), ...(await readOwnHealth(deps))]
}

/** Of which every node says the same. */
export async function readSharedHealth(deps: SharedHealthDeps): Promise<HealthLine[]> {
  const ofDomains = await Promise.all(deps.modules.flatMap(({ health }) => health?.() ?? []))
  return [...ofDomains.flat(), await backupLine(deps), fourEyesLine(deps.fourEyes)]
}

/** Of this machine. */
export async function readOwnHealth({ dataDir }: Pick<HealthDeps, 'dataDir'>): Promise<HealthLine[]> {
  return [await diskLine(dataDir)]
}

async function diskLine(dataDir: string): Promise<HealthLine> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const bytes = bavail * bsize
  const share = blocks === 0 ? 1 : bavail / blocks
  const isShort = share < DISK.act || bytes < DISK.actBytes
  return { name: 'disk', state: isShort ? 'act' : share < DISK.watch ? 'watch' : 'ok', value: bytes, since: null }
}

async function backupLine({ db, clock }: SharedHealthDeps): Promise<HealthLine> {
  const last = await db
    .selectFrom('backup_run')
    .select(['finished_at as finishedAt', 'bytes'])
    .where('finished_at', 'is not', null)
    .where('problem', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.finishedAt) return { name: 'backup', state: 'act', value: null, since: null }
  const days = clock.now().since(last.finishedAt).total('hours') / 24
  const state = days > BACKUP.act ? 'act' : days > BACKUP.watch ? 'watch' : 'ok'
  return { name: 'backup', state, value: last.bytes, since: last.finishedAt }
}

const fourEyesLine = (isOn: boolean): HealthLine => ({
  name: 'fourEyes',
  state: isOn ? 'ok' : 'watch',
  value: isOn ? 1 : 0,
  since: null,
})
