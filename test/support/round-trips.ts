import type { Db } from '#server/kit/db.ts'

/** Counts statements that run after one another; those that run side by side are one round trip. */
export interface RoundTrips {
  /** The longest row of statements, each begun after the one before had ended, since the last call. */
  take(): number
  /** The statements that were begun since then, in their order. */
  texts(): string[]
  /** Waits until no statement runs, and what waited for one has gone on. */
  settled(): Promise<void>
}

/** Watches a database from now on. The order of begins and ends is recorded, not the time: a slow machine changes nothing. */
export function countRoundTrips(db: Db): RoundTrips {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let [tick, spans]: [number, { begin: number; end: number; text: string }[]] = [0, []]
  const open = new Set<object>()
  executor.executeQuery = async (...query) => {
    const span = { begin: ++tick, end: Infinity, text: query[0].sql }
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
      for (const { begin, end } of spans.toSorted((one, other) => one.end - other.end)) {
        if (begin < last) continue
        depth++
        last = end
      }
      spans = []
      return depth
    },
    texts: () => spans.map(({ text }) => text),
    async settled() {
      await new Promise((done) => setImmediate(done))
      while (open.size > 0) await new Promise((done) => setImmediate(done))
    },
  }
}
