import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { launch } from '../support/launch.ts'
import { FAST, makeClip, testImage, tone } from '../support/media.ts'
import { pause as wait } from '../support/random-moment.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { Lives } from './members.ts'
import type { OperatorActivity } from './operators.ts'
import type { ChaosService } from './service.ts'

const FILMS_MAX = 6
const EVERY_MS = 20_000
/** A command that hangs on a lost database is given up. */
const COMMAND_MS = 150_000

/** Runs a command beside the service. @returns its exit code, null when it was ended */
export async function run(
  { dataDir, env }: ChaosService,
  args: string[],
): Promise<{ code: number | null; lines: string[] }> {
  const command = launch(args, { dataDir, env })
  const timer = setTimeout(() => command.process.kill('SIGKILL'), COMMAND_MS)
  const code = await command.exitCode
  clearTimeout(timer)
  return { code, lines: command.lines }
}

/** A command that begins without the service takes its folder, and the service waits for its end. */
async function whileSteady(mayAct: () => boolean, signal: AbortSignal): Promise<void> {
  while (!mayAct() && !signal.aborted) await wait(500)
}

/**
 * Films are added by the command line, one after the other. Half of the commands are killed, and `ingest` counts as done what ended by
 * itself: a worker carries the others on (`films` of the summary).
 */
export async function addFilms({ service, seed, signal, mayAct }: Lives, activity: OperatorActivity): Promise<void> {
  const random = seededRandom(seed * 1_000 + 998)
  const clip = await makeClip(join(service.dataDir, 'chaos.mp4'), ...testImage('320x180', 4), ...tone(4), ...FAST)
  for (let film = 1; film <= FILMS_MAX && !signal.aborted; film++) {
    const name = `Chaos film ${film}`
    await whileSteady(mayAct, signal)
    await activity.count('ingest', async () => {
      const command = launch(['ingest', clip, '--title-zh', name, '--title-en', name], service)
      const timer = setTimeout(
        () => command.process.kill('SIGKILL'),
        random() < 0.5 ? 3_000 + random() * 15_000 : COMMAND_MS,
      )
      const code = await command.exitCode
      clearTimeout(timer)
      if (code !== 0) throw new Error(`ingest ended with ${code}: ${command.lines.slice(-3).join(' ')}`)
      const query = `select from title where title_en = $1 having count(*) = 1`
      activity.acknowledged.push({ what: 'a film that was added', at: new Date().toISOString(), query, values: [name] })
    })
    await wait(random() * EVERY_MS)
  }
}

/** @returns the newest backup that was finished */
export async function backUp(
  { service, signal, mayAct }: Lives,
  activity: OperatorActivity,
): Promise<string | undefined> {
  const root = join(service.dataDir, 'backups')
  await mkdir(root)
  let newest: string | undefined
  for (let n = 1; !signal.aborted; n++) {
    const folder = join(root, String(n))
    await whileSteady(mayAct, signal)
    await activity.count('backup', async () => {
      const { code, lines } = await run(service, ['backup', folder])
      if (code !== 0) throw new Error(`backup ended with ${code}: ${lines.slice(-3).join(' ')}`)
      newest = folder
    })
    if (existsSync(folder) && newest !== folder) newest = folder
    await wait(EVERY_MS)
  }
  return newest
}

/** A backup that was finished can be restored, and its books agree. @returns what does not */
export async function checkBackup(service: ChaosService, folder: string): Promise<string[]> {
  const dataDir = `${service.dataDir}-restored`
  await mkdir(dataDir, { mode: 0o711 })
  const elsewhere = { ...service, dataDir, env: { HARBOUR_DEMO: '0' } }
  try {
    for (const args of [
      ['restore', folder],
      ['ledger', 'check'],
    ]) {
      const { code, lines } = await run(elsewhere, args)
      if (code !== 0) return [`${args[0]} of a backup ended with ${code}: ${lines.slice(-5).join(' ')}`]
    }
    return []
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
