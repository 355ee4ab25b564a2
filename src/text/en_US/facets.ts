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
  '30-60': '30 to 60 min',
  '60-90': '60 to 90 min',
  '90-120': '90 min to 2 hours',
  '120-': '2 hours or more',
  unknown: 'Not known yet',
}
