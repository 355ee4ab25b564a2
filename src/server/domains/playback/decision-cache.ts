import type { Clock } from '#server/kit/clock.ts'

/** Answers that stay good for a moment: asked once, however many ask at the same time. */
export interface Recent<T> {
  get(key: string, ask: () => Promise<T>): Promise<T>
  /** Forgets everything, also what is being asked now. */
  forget(): void
}

/** Keeps at most `max` answers for `seconds` of the clock; a failure is not kept. */
export function createRecent<T>(clock: Clock, { seconds, max }: { seconds: number; max: number }): Recent<T> {
  const answers = new Map<string, { answer: Promise<T>; until: number }>()
  return {
    get(key, ask) {
      const now = clock.now().epochMilliseconds
      const known = answers.get(key)
      // A clock that was set back must not keep an answer for longer than it said.
      if (known && now < known.until && known.until - now <= seconds * 1000) return known.answer
      if (answers.size >= max) answers.clear()
      const answer = ask()
      const entry = { answer, until: now + seconds * 1000 }
      answers.set(key, entry)
      answer.catch(() => answers.get(key) === entry && answers.delete(key))
      return answer
    },
    forget: () => answers.clear(),
  }
}
