import { type MemberReport, streamName } from './progress.repo.ts'

/** One report for each stream: the event that arrived last, with the newest progress by the player's time. */
export function joinedReports(reports: readonly MemberReport[]): MemberReport[] {
  const joined = new Map<string, MemberReport>()
  for (const report of reports) {
    const name = streamName(report)
    const known = joined.get(name)
    joined.set(name, known ? { ...report, bookmark: newerOf(known.bookmark, report.bookmark) } : report)
  }
  return [...joined.values()].toSorted((one, other) => (streamName(one) < streamName(other) ? -1 : 1))
}

type Bookmark = MemberReport['bookmark']

const newerOf = (one: Bookmark, other: Bookmark): Bookmark =>
  one && other ? (Temporal.Instant.compare(one.at, other.at) > 0 ? one : other) : (one ?? other)
