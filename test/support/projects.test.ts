import { afterEach, expect, test, vi } from 'vitest'
import type { TestProjectConfiguration } from 'vitest/config'

vi.mock(import('./fonts.ts'), async (original) => ({ ...(await original()), isInstalled: () => true }))
afterEach(() => void vi.unstubAllEnvs())

interface Settings {
  name: string
  fileParallelism?: boolean
  maxWorkers?: number
  sequence: { groupOrder: number }
}
const settingsOf = (project: TestProjectConfiguration): Settings => (project as { test: Settings }).test
const workersOf = ({ fileParallelism, maxWorkers }: Settings) => (fileParallelism === false ? 1 : (maxWorkers ?? 2))

const VARIABLES = [
  { TEST_FULL: '', E2E_START_EARLY: '' },
  { TEST_FULL: '', E2E_START_EARLY: '1' },
  { TEST_FULL: '1', E2E_START_EARLY: '' },
  { TEST_FULL: '1', E2E_START_EARLY: '1' },
]

async function projectsWith(variables: object): Promise<Settings[]> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const { default: config } = await import('../../vitest.config.ts')
  return (config.test?.projects ?? []).map((project) => settingsOf(project as TestProjectConfiguration))
}

test.each(VARIABLES)(
  'the projects of a group have the same number of workers, or Vitest runs none of them: %o',
  async (variables) => {
    const projects = await projectsWith(variables)
    const groups = Object.groupBy(
      projects.filter(({ sequence }) => sequence),
      ({ sequence }) => sequence.groupOrder,
    )
    for (const group of Object.values(groups)) expect(new Set(group!.map(workersOf)).size).toBe(1)
    const fonts = projects.filter(
      ({ name }) => name.includes('dejavu') || name.includes('cjk') || name.includes('verdana'),
    )
    expect(fonts).toHaveLength(variables.TEST_FULL ? 3 : 0)
  },
)

test.each(VARIABLES)('the journeys that move the clock of their world run after all others: %o', async (variables) => {
  const projects = await projectsWith(variables)
  const orderOf = ({ sequence }: Settings) => sequence.groupOrder
  const clock = projects.find(({ name }) => name === 'e2e-clock')!
  const others = projects.filter((project) => project !== clock)
  expect(Math.max(...others.map(orderOf))).toBeLessThan(orderOf(clock))
})
