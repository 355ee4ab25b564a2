/** Minutes of the film, or of a series' first episode, from the first number and below the second. `unknown`: not encoded yet. */
export const RUNNING_TIMES = ['0-30', '30-60', '60-90', '90-120', '120-', 'unknown'] as const
export type RunningTime = (typeof RUNNING_TIMES)[number]

/** In seconds; `until` is exclusive. */
export const runningTimeRange = (name: Exclude<RunningTime, 'unknown'>): { from: number; until: number } => {
  const [from, until] = name.split('-')
  return { from: Number(from) * 60, until: until ? Number(until) * 60 : Infinity }
}

export function runningTimeOf(seconds: number | null): RunningTime {
  if (seconds === null) return 'unknown'
  const known = RUNNING_TIMES.filter((name) => name !== 'unknown')
  return known.findLast((name) => seconds >= runningTimeRange(name).from)!
}
