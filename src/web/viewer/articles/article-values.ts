import { CLOSING_DAYS } from '#contract/accounts.ts'
import { BANDWIDTH_MBPS } from '#contract/ladder.ts'
import { COMMENT_LENGTH } from '#contract/comments.ts'
import { DEVICES_MAX } from '#contract/devices.ts'
import { DOWNLOADS, SYSTEMS } from '#contract/mobile-app.ts'
import { GENRES_MAX, PARENTAL_CODE_DIGITS, PASSWORD_DIGITS, PROFILE_NAME_MAX } from '#contract/fields.ts'
import { HISTORY_MONTHS } from '#contract/library.ts'
import { UNLOCK_MINUTES } from '#contract/parental.ts'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'
import { RENTAL_HOURS } from '#contract/rentals.ts'
import { RECENT_MAX } from '#contract/search.ts'
import { RETRY_DAYS } from '#contract/subscriptions.ts'
import { CONTACT_KEPT_MONTHS, GIFT_CARD_MONTHS, KEPT_DAYS, TOP_UP_MONTHS, UNCLAIMED_HOURS } from '#contract/validity.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useCall } from '#web/kit/use-call.ts'
import type { ArticleValues } from '#web/kit/article-model.ts'
import { siteConfig } from '../site-config/site-config.ts'

const [RETRY_FIRST_DAY, RETRY_SECOND_DAY, RETRY_LAST_DAY] = RETRY_DAYS satisfies readonly [number, number, number]

export const FACTS = {
  ANDROID: SYSTEMS.android,
  CHROME: SYSTEMS.chrome,
  CLOSING_DAYS,
  COMMENT_MAX: COMMENT_LENGTH.max,
  COMMENT_MIN: COMMENT_LENGTH.min,
  CONTACT_MONTHS: CONTACT_KEPT_MONTHS,
  DELIVERY_DAYS: KEPT_DAYS.deliveries,
  DEVICES_MAX,
  DOWNLOAD_DEVICES: DOWNLOADS.devices,
  DOWNLOAD_FREE_MB: DOWNLOADS.freeMegabytes,
  DOWNLOAD_HIGH_GB: DOWNLOADS.highGigabytes,
  DOWNLOAD_PLAN_DAYS: DOWNLOADS.planDays,
  DOWNLOAD_RENTAL_HOURS: DOWNLOADS.rentalHours,
  DOWNLOAD_STANDARD_GB: DOWNLOADS.standardGigabytes,
  DOWNLOAD_TITLES: DOWNLOADS.titlesPerDevice,
  GENRES_MAX,
  GIFT_CARD_MONTHS,
  HD_MBPS: BANDWIDTH_MBPS.hd,
  HISTORY_MONTHS,
  IOS: SYSTEMS.ios,
  MESSAGE_DAYS: KEPT_DAYS.messages,
  PAGE_VIEW_DAYS: KEPT_DAYS.pageViews,
  PARENTAL_DIGITS: PARENTAL_CODE_DIGITS,
  PASSWORD_MIN: PASSWORD_DIGITS.min,
  PROFILE_NAME_MAX,
  PROFILES_MAX,
  RECENT_MAX,
  RENTAL_HOURS,
  RETRY_FIRST_DAY,
  RETRY_LAST_DAY,
  RETRY_SECOND_DAY,
  SAFARI: SYSTEMS.safari,
  SD_MBPS: BANDWIDTH_MBPS.sd,
  SESSION_DAYS: KEPT_DAYS.sessions,
  STAFF_CHECK_DAYS: KEPT_DAYS.staffChecks,
  SUBMISSION_DAYS: KEPT_DAYS.submissions,
  TOP_UP_MONTHS,
  UHD_FROM_MBPS: BANDWIDTH_MBPS.uhd.from,
  UHD_TO_MBPS: BANDWIDTH_MBPS.uhd.to,
  UNCLAIMED_HOURS,
  UNLOCK_MINUTES,
  UNPAID_DAYS: KEPT_DAYS.unpaidOrders,
} as const

export const DATA_VALUES = ['BRAND', 'CONTACT_EMAIL', 'PLAN_PRICE', 'PLAN_CREDITS'] as const

/** Undefined until the plan on sale is known; without one, its price is left out. */
export function useArticleValues(): ArticleValues | undefined {
  const { language, pattern } = useCallContext()
  const hasPlans = pattern !== 'children'
  const plans = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' }, { enabled: hasPlans })
  if (hasPlans && plans.isPending) return undefined
  const plan = plans.data?.planList[0]
  return {
    ...FACTS,
    BRAND: siteConfig().brand[language],
    CONTACT_EMAIL: siteConfig().contactEmail || undefined,
    PLAN_PRICE: plan && formatMoney(plan.amount, language, plan.currency),
    // None for a telecom partner's member: sentences about them are left out, too.
    PLAN_CREDITS: plan?.extraCredits || undefined,
  }
}
