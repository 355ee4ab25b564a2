import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = 'slow'

/**
 * The order of test files. Whole processes (`slow`) wait for each other much of the time, and the tests of `unit` and `dom` keep a
 * processor busy: files of both kinds run side by side, the slow ones spread evenly among the others and none of them last.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = sorted.filter((file) => groupOf(file) === 0)
    return [...spread(first, isSlow), ...sorted.filter((file) => groupOf(file) !== 0)]
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder

const isSlow = ({ project }: TestSpecification): boolean => project.name === SLOW

/** Spreads the marked items evenly over the first four fifths of the others, each kind in its own order. */
export function spread<Item>(items: readonly Item[], isMarked: (item: Item) => boolean): Item[] {
  const marked = items.filter(isMarked)
  const others = items.filter((item) => !isMarked(item))
  const every = Math.max(1, Math.floor((others.length * 0.8) / marked.length))
  const mixed = marked.flatMap((item, at) => [item, ...others.slice(at * every, (at + 1) * every)])
  return [...mixed, ...others.slice(marked.length * every)]
}
