import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = 'slow'
/** The first group: all but the tests that need the machine, or the clock of the service, for themselves. */
const MIXED = 0
/** The journeys come after the other tests, beside which their service starts. */
const ORDER = ['dom', 'unit-isolated', 'unit', 'server', 'e2e']
/** Seconds that a file of a project takes, where they are many. */
const SECONDS: Record<string, number> = { e2e: 30, 'unit-isolated': 3, dom: 3, server: 2 }

/**
 * The order of test files. Whole processes (`slow`) wait for each other much of the time, and the other tests and browsers keep a
 * processor busy: files of both kinds run side by side, the slow ones spread evenly over the time of the others and none of them last.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const mixed = sorted.filter((file) => groupOf(file) === MIXED).toSorted((a, b) => rankOf(a) - rankOf(b))
    return [...spread(mixed, isSlow, secondsOf), ...sorted.filter((file) => groupOf(file) !== MIXED)]
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder
const isSlow = ({ project }: TestSpecification): boolean => project.name === SLOW
const rankOf = ({ project }: TestSpecification): number => ORDER.indexOf(project.name)
const secondsOf = ({ project }: TestSpecification): number => SECONDS[project.name] ?? 1

/** Spreads the marked items evenly over the first four fifths of the others' time, each kind in its own order. */
export function spread<Item>(
  items: readonly Item[],
  isMarked: (item: Item) => boolean,
  secondsOf: (item: Item) => number = () => 1,
): Item[] {
  const marked = items.filter(isMarked)
  const others = items.filter((item) => !isMarked(item))
  const total = others.reduce((sum, item) => sum + secondsOf(item), 0)
  const every = Math.max(1, (total * 0.8) / marked.length)
  const mixed: Item[] = []
  let [placed, elapsed] = [0, 0]
  for (const item of others) {
    while (placed < marked.length && elapsed >= placed * every) mixed.push(marked[placed++]!)
    mixed.push(item)
    elapsed += secondsOf(item)
  }
  return [...mixed, ...marked.slice(placed)]
}
