import { pause as wait } from '../support/random-moment.ts'
import { processesOf } from '../support/processes.ts'
import { type ChaosService, kill } from './service.ts'

export interface Faults {
  readonly kills: Record<string, number>
  /** How often the database or the store hung or refused, by what and how. */
  readonly losses: Record<string, number>
  /** How often the clock was moved. */
  steps: number
}

type Target = 'harbour web' | 'harbour worker' | 'harbour sandbox' | 'postgres' | 'supervisor'

/** How often each is chosen of those that run: those that come back soonest most. */
const TARGETS: readonly (readonly [Target, number])[] = [
  ['harbour web', 6],
  ['harbour worker', 6],
  ['harbour sandbox', 5],
  ['postgres', 1],
  ['supervisor', 1],
]

/** A network is lost for so long, which is longer than any deadline. */
const LOST_MS = { least: 10_000, most: 30_000 } as const

/** One fault: a process is killed, the database or the store is lost, or the clock steps. @returns what was done */
export async function strike(service: ChaosService, random: () => number, faults: Faults): Promise<string> {
  const dice = random()
  if (dice < 0.86) return killOne(service, random, faults)
  if (dice < 0.92)
    return service.surroundings.databaseUrl ? lose(service, random, faults) : hang(service, random, faults)
  if (dice < 0.95) return hang(service, random, faults)
  // A day, or most of a cycle: what is due then, is done at once.
  const hours = random() < 0.6 ? 6 + Math.floor(random() * 40) : 24 * (5 + Math.floor(random() * 25))
  const isDone = await service.advance(hours).then(
    () => true,
    () => false,
  )
  faults.steps++
  return `the clock by ${hours} hours${isDone ? '' : ', unanswered'}`
}

/** One of those that run: a role that is not there yet would be no kill, and it waits up to half a minute before its next start. */
async function killOne(service: ChaosService, random: () => number, { kills }: Faults): Promise<string> {
  const pidOf = (target: Target) => (target === 'supervisor' ? service.supervisorPid() : service.roleOf(target))
  const running = TARGETS.map(([target, weight]) => ({ target, weight, pid: pidOf(target) })).filter(
    ({ pid }) => pid !== undefined,
  )
  const all = running.flatMap((one) => Array.from({ length: one.weight }, () => one))
  const chosen = all[Math.floor(random() * all.length)]
  if (!chosen || !kill(chosen.pid!, 'SIGKILL')) return 'nothing: no process runs'
  kills[chosen.target] = (kills[chosen.target] ?? 0) + 1
  if (chosen.target === 'supervisor') await service.ended()
  return `${chosen.target} killed`
}

const count = ({ losses }: Faults, what: string) => (losses[what] = (losses[what] ?? 0) + 1)

/** Every process of PostgreSQL is stopped: connections stay open and nothing is answered. */
async function hang(service: ChaosService, random: () => number, faults: Faults): Promise<string> {
  const folder = service.surroundings.databaseDir ?? service.dataDir
  const all = processesOf(folder).filter(({ command }) => /postgres/.test(command) && !/harbour/.test(command))
  for (const { pid } of all) kill(pid, 'SIGSTOP')
  count(faults, 'PostgreSQL stopped')
  await wait(500 + random() * 6_000)
  for (const { pid } of all) kill(pid, 'SIGCONT')
  return 'PostgreSQL stopped and continued'
}

/** The network to the database or the store is lost, for longer than any request waits. */
async function lose({ surroundings }: ChaosService, random: () => number, faults: Faults): Promise<string> {
  const part = random() < 0.65 ? 'database' : 'store'
  const how = random() < 0.5 ? 'hanging' : 'refusing'
  count(faults, `${part} ${how}`)
  await surroundings.lose(part, how)
  await wait(LOST_MS.least + random() * (LOST_MS.most - LOST_MS.least))
  await surroundings.lose(part, 'open')
  return `${part} ${how}`
}
