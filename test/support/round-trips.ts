import type { Db } from '#server/kit/db.ts'

/** Counts sequential statements; concurrent statements are one round trip. */
export interface RoundTrips {
  /** The longest chain of sequential statements since the last call. */
  take(): number
  /** The statements started since then, in order. */
  texts(): string[]
  /** Waits until no statement is running. */
  waitUntilIdle(): Promise<void>
}

/** Observes a database. Records the order of starts and ends, not times, so that results do not depend on the machine's speed. */
export function countRoundTrips(db: Db): RoundTrips {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let [tick, spans]: [number, { start: number; end: number; text: string }[]] = [0, []]
  const open = new Set<object>()
  executor.executeQuery = async (...query) => {
    const span = { start: ++tick, end: Infinity, text: query[0].sql }
    spans.push(span)
    open.add(span)
    try {
      return (await execute(...query)) as never
    } finally {
      span.end = ++tick
      open.delete(span)
    }
  }
  return {
    take() {
      let [depth, last] = [0, -Infinity]
      for (const { start, end } of spans.toSorted((first, second) => first.end - second.end)) {
        if (start < last) continue
        depth++
        last = end
      }
      spans = []
      return depth
    },
    texts: () => spans.map(({ text }) => text),
    async waitUntilIdle() {
      await new Promise((resolve) => setImmediate(resolve))
      while (open.size > 0) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
