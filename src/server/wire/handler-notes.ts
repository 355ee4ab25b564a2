import type { TitleFacts } from '#server/domains/access/index.ts'

/** Collects what a handler says about the answer that it makes. */
export function createNotes() {
  let until: Temporal.Instant | undefined
  let isOwn = false
  const titles = new Map<string, TitleFacts>()
  return {
    taken: () => ({ until, isOwn, titles }),
    takers: {
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
