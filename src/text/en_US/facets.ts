import type { Restriction } from '#contract/restrictions.ts'
import type { RunningTime } from '#contract/running-times.ts'

export const restrictions: Record<Restriction, string> = {
  I: 'Category I',
  IIA: 'Category IIA',
  IIB: 'Category IIB',
  III: 'Category III',
}

export const runningTimes: Record<RunningTime, string> = {
  '0-30': 'Under 30 min',
  '30-60': '30–60 min',
  '60-90': '60–90 min',
  '90-120': '90–120 min',
  '120-': '120+ min',
  unknown: 'Unknown',
}
