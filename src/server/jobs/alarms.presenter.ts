import type { Language } from '#contract/languages.ts'
import type { AlarmFacts } from '#server/domains/alarms/index.ts'
import { alarmText } from '#text/alarm-text.ts'
import { consoleHealth as enUS } from '#text/en_US/console-health.ts'
import { type ConsoleHealthText, consoleHealth as zhHK } from '#text/zh_HK/console-health.ts'

const TEXT: Readonly<Record<Language, ConsoleHealthText>> = { zh_HK: zhHK, en_US: enUS }

/** In both languages: a channel has readers of both. `brands` may change while the service runs. */
export const createAlarmText =
  (brands: () => Readonly<Record<Language, string>>) =>
  (facts: AlarmFacts): string =>
    (['zh_HK', 'en_US'] as const)
      .map((language) => {
        const { title, paragraphs } = alarmText(facts, TEXT[language])
        return [`[${brands()[language]}] ${title}`, ...paragraphs].join('\n')
      })
      .join('\n\n')
