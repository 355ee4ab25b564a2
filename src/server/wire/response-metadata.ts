import type { TitleFacts } from '#server/domains/access/index.ts'

/** What a handler says about its response, by the setters that it gets with the request. */
export function createResponseMetadata() {
  let until: Temporal.Instant | undefined
  let isOwn = false
  const titles = new Map<string, TitleFacts>()
  return {
    collected: () => ({ until, isOwn, titles }),
    setters: {
      cacheUntil: (instant: Temporal.Instant) => {
        until = until && Temporal.Instant.compare(until, instant) < 0 ? until : instant
      },
      isOwn: () => {
        isOwn = true
      },
      titleFacts: (facts: readonly TitleFacts[]) => {
        for (const title of facts) titles.set(title.programId, title)
      },
    },
  }
}
