interface Statements {
  /** When those without an answer were sent, the oldest first. */
  readonly unanswered: Set<{ readonly sinceMs: number }>
  answeredMs: number
}

/** Of this process, by server: a replica that answers says nothing of the primary. */
const servers = new Map<string, Statements>()

/** @returns what is to be called when the statement is over: with true when the database answered, also by refusing it */
export function noteSent(server: string): (isAnswered: boolean) => void {
  const statements = servers.get(server) ?? { unanswered: new Set(), answeredMs: -Infinity }
  servers.set(server, statements)
  const statement = { sinceMs: performance.now() }
  statements.unanswered.add(statement)
  return (isAnswered) => {
    statements.unanswered.delete(statement)
    if (isAnswered) statements.answeredMs = performance.now()
  }
}

/**
 * Since when a server has answered nothing while something waits for it, the longest of them; 0 while nothing waits. A slow statement
 * beside others that are answered is no silence.
 */
export function silentForMs(): number {
  let longest = 0
  for (const { unanswered, answeredMs } of servers.values()) {
    const [oldest] = unanswered
    if (oldest) longest = Math.max(longest, performance.now() - Math.max(oldest.sinceMs, answeredMs))
  }
  return longest
}
