/** Statements of this process without an answer yet, the oldest first. */
const unanswered = new Set<{ readonly sinceMs: number }>()
let answeredMs = -Infinity

/** @returns what is to be called when the statement is over: with true when the database answered, also by refusing it */
export function noteSent(): (isAnswered: boolean) => void {
  const statement = { sinceMs: performance.now() }
  unanswered.add(statement)
  return (isAnswered) => {
    unanswered.delete(statement)
    if (isAnswered) answeredMs = performance.now()
  }
}

/** Since when the database has answered nothing, while something waits for it; 0 while nothing does. A slow statement beside others that are answered is no silence. */
export function silentForMs(): number {
  const [oldest] = unanswered
  return oldest === undefined ? 0 : performance.now() - Math.max(oldest.sinceMs, answeredMs)
}
