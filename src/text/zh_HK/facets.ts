import type { Restriction } from '#contract/restrictions.ts'
import type { RunningTime } from '#contract/running-times.ts'

export const restrictions: Record<Restriction, string> = {
  I: '第 I 級',
  IIA: '第 IIA 級',
  IIB: '第 IIB 級',
  III: '第 III 級',
}

export const runningTimes: Record<RunningTime, string> = {
  '0-30': '少於 30 分鐘',
  '30-60': '30–60 分鐘',
  '60-90': '60–90 分鐘',
  '90-120': '90–120 分鐘',
  '120-': '120 分鐘或以上',
  unknown: '未有資料',
}
