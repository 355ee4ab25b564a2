export type WaitUnit = 'second' | 'minute' | 'hour'

/** Seconds of a unit, and from how many seconds on a wait is given in it. */
const UNITS = [
  { unit: 'hour', seconds: 3_600, from: 90 * 60 },
  { unit: 'minute', seconds: 60, from: 90 },
] as const

/** A wait as it is said: seconds below 90 seconds, minutes below 90 minutes, else hours. Rounded up, so that it is over by then. */
export function waitLength(seconds: number): { count: number; unit: WaitUnit } {
  const whole = Math.ceil(seconds)
  const found = UNITS.find(({ from }) => whole >= from)
  return found ? { count: Math.ceil(whole / found.seconds), unit: found.unit } : { count: whole, unit: 'second' }
}
