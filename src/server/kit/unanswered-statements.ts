/** Statements of this process without an answer yet, the oldest first. */
const unanswered = new Set<{ readonly sinceMs: number }>()

/** @returns what is to be called when the database has answered */
export function noteSent(): () => void {
  const statement = { sinceMs: performance.now() }
  unanswered.add(statement)
  return () => unanswered.delete(statement)
}

/** How long the oldest of them has waited; 0 without any. */
export function silentForMs(): number {
  const [oldest] = unanswered
  return oldest === undefined ? 0 : performance.now() - oldest.sinceMs
}
