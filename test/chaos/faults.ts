import { pause as wait } from '../support/random-moment.ts'
import { processesOf } from '../support/processes.ts'
import { type ChaosService, kill } from './service.ts'

export interface Faults {
  readonly kills: Record<string, number>
  /** How often the database hung, and how often the clock was moved. */
  stalls: number
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

/** One fault: a process is killed, the database hangs, or the clock steps. */
export async function strike(service: ChaosService, random: () => number, faults: Faults): Promise<void> {
  const dice = random()
  if (dice < 0.84) return killOne(service, TARGETS[Math.floor(random() * TARGETS.length)]!, faults)
  if (dice < 0.95) return hang(service, 500 + random() * 6_000, faults)
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

/** Every process of PostgreSQL is stopped: connections stay open and nothing is answered, as by a network that is lost. */
async function hang(service: ChaosService, milliseconds: number, faults: Faults): Promise<void> {
  const all = processesOf(service.dataDir).filter(({ command }) => /postgres/.test(command) && !/harbour/.test(command))
  for (const { pid } of all) kill(pid, 'SIGSTOP')
  faults.stalls++
  await wait(milliseconds)
  for (const { pid } of all) kill(pid, 'SIGCONT')
}
