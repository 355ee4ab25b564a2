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

/** As often as they are listed, those that come back soonest most. */
const TARGETS = [
  'harbour web',
  'harbour web',
  'harbour web',
  'harbour worker',
  'harbour worker',
  'harbour worker',
  'harbour sandbox',
  'harbour sandbox',
  'postgres',
  'postgres',
  'supervisor',
] as const

/** A network is lost for so long, which is longer than any deadline. */
const LOST_MS = { least: 10_000, most: 30_000 } as const

/** One fault: a process is killed, the database or the store is lost, or the clock steps. */
export async function strike(service: ChaosService, random: () => number, faults: Faults): Promise<void> {
  const dice = random()
  if (dice < 0.86) return killOne(service, TARGETS[Math.floor(random() * TARGETS.length)]!, faults)
  if (dice < 0.92)
    return service.surroundings.databaseUrl ? lose(service, random, faults) : hang(service, random, faults)
  if (dice < 0.95) return hang(service, random, faults)
  // A day, or most of a cycle: what is due then, is done at once.
  await service
    .advance(random() < 0.6 ? 6 + Math.floor(random() * 40) : 24 * (5 + Math.floor(random() * 25)))
    .catch(() => undefined)
  faults.steps++
}

function killOne(service: ChaosService, target: (typeof TARGETS)[number], { kills }: Faults): void {
  const pid = target === 'supervisor' ? service.supervisorPid() : service.roleOf(target)
  if (pid !== undefined && kill(pid, 'SIGKILL')) kills[target] = (kills[target] ?? 0) + 1
}

const count = ({ losses }: Faults, what: string) => (losses[what] = (losses[what] ?? 0) + 1)

/** Every process of PostgreSQL is stopped: connections stay open and nothing is answered. */
async function hang(service: ChaosService, random: () => number, faults: Faults): Promise<void> {
  const folder = service.surroundings.databaseDir ?? service.dataDir
  const all = processesOf(folder).filter(({ command }) => /postgres/.test(command) && !/harbour/.test(command))
  for (const { pid } of all) kill(pid, 'SIGSTOP')
  count(faults, 'PostgreSQL stopped')
  await wait(500 + random() * 6_000)
  for (const { pid } of all) kill(pid, 'SIGCONT')
}

/** The network to the database or the store is lost, for longer than any request waits. */
async function lose({ surroundings }: ChaosService, random: () => number, faults: Faults): Promise<void> {
  const part = random() < 0.65 ? 'database' : 'store'
  const how = random() < 0.5 ? 'hanging' : 'refusing'
  count(faults, `${part} ${how}`)
  await surroundings.lose(part, how)
  await wait(LOST_MS.least + random() * (LOST_MS.most - LOST_MS.least))
  await surroundings.lose(part, 'open')
}
