import { CASE_KINDS } from '#contract/admin/contact.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { answerTemplates as templatesEn } from '#text/en_US/answer-templates.ts'
import { answerTemplates as templatesZh } from '#text/zh_HK/answer-templates.ts'
import type { Settings } from './config.ts'
import { allowsDemoAccounts } from './config.rules.ts'
import { builtInTexts } from './jobs/message-texts.presenter.ts'

type Given = Settings<'site'> &
  Pick<Settings<'media'>, 'STREAMS_MAX' | 'STREAMS_MAX_PLAN'> &
  Pick<Settings<'messages'>, 'SMS_PER_DAY'> &
  Parameters<typeof allowsDemoAccounts>[0]

/** What holds until an administrator saves something else. */
export function settingDefaults(config: Given): SettingValues {
  const links = {
    about: { zh_HK: config.ABOUT_URL_ZH ?? '', en_US: config.ABOUT_URL_EN ?? '' },
    apps: {
      appStore: config.APP_STORE_URL ?? '',
      googlePlay: config.PLAY_STORE_URL ?? '',
      smartTv: config.TV_STORE_URL ?? '',
    },
  }
  const hasLinks = Object.values(links).some((urls) => Object.values(urls).some((url) => url !== ''))
  return {
    brand: { zh_HK: config.BRAND_ZH, en_US: config.BRAND_EN },
    ...(allowsDemoAccounts(config) && !hasLinks ? DEMO_LINKS : links),
    contact: { email: config.CONTACT_EMAIL ?? '' },
    limits: {
      streams: config.STREAMS_MAX,
      streamsWithPlan: config.STREAMS_MAX_PLAN,
      smsPerDay: config.SMS_PER_DAY,
    },
    refunds: { perOrder: 200, perAccount: 200, perOperator: 1_000 },
    codes: { perDay: 1_000, worthPerDay: 10_000 },
    registration: { closedUntil: '' },
    sms: { provider: '', until: '' },
    ...builtInTexts(),
    comments: { closedUntil: '' },
    payments: noPause(),
    notice: { zh_HK: '', en_US: '', until: '' },
    answers: answers(),
  }
}

const answers = () =>
  Object.fromEntries(
    CASE_KINDS.flatMap((kind) => [
      [`${kind}_zh_HK`, templatesZh[kind]],
      [`${kind}_en_US`, templatesEn[kind]],
    ]),
  ) as SettingValues['answers']

const noPause = () => Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, ''])) as SettingValues['payments']

const DEMO_SITE = 'https://example.com/harbour-demo'

/** The links of an unconfigured demo, so that it shows what they look like. */
const DEMO_LINKS = {
  about: { zh_HK: `${DEMO_SITE}/about/zh`, en_US: `${DEMO_SITE}/about/en` },
  apps: {
    appStore: `${DEMO_SITE}/app-store`,
    googlePlay: `${DEMO_SITE}/google-play`,
    smartTv: `${DEMO_SITE}/smart-tv`,
  },
}
