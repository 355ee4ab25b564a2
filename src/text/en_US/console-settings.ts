import type { ConsoleSettingsText } from '../zh_HK/console-settings.ts'
import { paying } from './paying.ts'

export const consoleSettings: ConsoleSettingsText = {
  note: 'Changes apply right away, without a restart.',
  groups: {
    brand: {
      title: 'Brand',
      text: 'The name on the logo, page titles, messages, receipts, shared cards and this console.',
      fields: { zh_HK: 'Name in Chinese', en_US: 'Name in English' },
    },
    about: {
      title: 'About us',
      text: 'The page that “About us” in the footer and menu opens. If empty, the link isn’t shown.',
      fields: { zh_HK: 'Page in Chinese', en_US: 'Page in English' },
    },
    contact: {
      title: 'Contact',
      text: 'The email address in the terms, the privacy statement, and the About and Contact pages. If empty, it isn’t shown.',
      fields: { email: 'Email address' },
    },
    apps: {
      title: 'Apps',
      text: 'The download links in the footer and the app reminder on phones. Empty ones aren’t shown.',
      fields: { appStore: 'App Store', googlePlay: 'Google Play', smartTv: 'Smart TV' },
    },
    limits: {
      title: 'Limits',
      text: 'How many streams an account plays at once, and how many SMS are sent in a day.',
      fields: {
        streams: 'Streams without a plan',
        streamsWithPlan: 'Streams with a plan',
        smsPerDay: 'SMS a day',
      },
    },
    refunds: {
      title: 'Refund limits (HK$)',
      text: 'How much one operator may refund without a second person. Partial refunds count together. Above a limit, Finance requests the refund and another person approves it. Raising a limit needs a second administrator.',
      fields: {
        perOrder: 'Of an order',
        perAccount: 'Of an account in 30 days',
        perOperator: 'By an operator in 24 hours',
      },
    },
    codes: {
      title: 'Code limits',
      text: 'How many codes, and codes worth how much, one operator may make in 24 hours without a second person. Above that another operator in finance approves. Raising a limit needs a second administrator.',
      fields: { perDay: 'Codes', worthPerDay: 'Worth (HK$)' },
    },
    registration: {
      title: 'Pause sign-ups',
      text: 'Until then, no sign-up codes are sent and no accounts are created. Members can log in as usual. It ends automatically. If empty, people can sign up.',
      fields: { closedUntil: 'Until (Hong Kong time)' },
    },
    comments: {
      title: 'Pause comments',
      text: 'Until then, comments can’t be written or changed. Published ones stay. It ends automatically. If empty, people can comment.',
      fields: { closedUntil: 'Until (Hong Kong time)' },
    },
    payments: {
      title: 'Pause payment methods',
      text: 'Until then, no payment or subscription can be started with that method. Renewals are charged as usual, and payments that have started finish. It ends automatically. If empty, the method can be used. Times are in Hong Kong time.',
      fields: paying.providers,
    },
    notice: {
      title: 'Notice on the site',
      text: 'Shown at the foot of the site. Viewers can close it. It isn’t shown in kids mode or the player, and disappears automatically. If the time is empty, it isn’t shown.',
      fields: { zh_HK: 'Notice in Chinese', en_US: 'Notice in English', until: 'Until (Hong Kong time)' },
    },
    answers: {
      title: 'Answer templates',
      text: 'Customer care starts an answer with one of these, by the kind of case and the sender’s language, and adds what the case needs.',
      fields: {
        question_zh_HK: 'Question (Chinese)',
        question_en_US: 'Question (English)',
        refund_zh_HK: 'Refund (Chinese)',
        refund_en_US: 'Refund (English)',
        dataAccess_zh_HK: 'Data access (Chinese)',
        dataAccess_en_US: 'Data access (English)',
        correction_zh_HK: 'Data correction (Chinese)',
        correction_en_US: 'Data correction (English)',
        takedown_zh_HK: 'Takedown notice (Chinese)',
        takedown_en_US: 'Takedown notice (English)',
        incident_zh_HK: 'Incident (Chinese)',
        incident_en_US: 'Incident (English)',
      },
    },
  },
  switches: 'Switches',
  switchesNote: 'They end automatically.',
  others: 'Settings',
  default: (value) => `Default: ${value}`,
  isDefault: 'Default in use',
  savedBy: (name, time) => `Saved by ${name}, ${time}`,
  resetBy: (name, time) => `Reset to default by ${name}, ${time}`,
  saved: (title) => `${title}: saved.`,
  restored: (title) => `${title}: put back.`,
  unchanged: 'Nothing has changed.',
  undo: 'Undo',
  discard: 'Discard changes',
  reset: 'Reset to default',
  history: 'History',
  historyOf: (title) => `${title}: history`,
  neverChanged: 'Never changed.',
  version: (version) => `Version ${version}`,
  choose: 'Use this version',
  chooseOf: (version) => `Use version ${version}`,
}
