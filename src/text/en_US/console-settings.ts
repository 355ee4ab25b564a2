import type { ConsoleSettingsText } from '../zh_HK/console-settings.ts'
import { paying } from './paying.ts'

export const consoleSettings: ConsoleSettingsText = {
  note: 'Changes apply at once. No restart is needed.',
  groups: {
    brand: {
      title: 'Brand',
      text: 'The name on the logo, page titles, messages, receipts, shared cards and this console.',
      fields: { zh_HK: 'Name in Chinese', en_US: 'Name in English' },
    },
    about: {
      title: 'About us',
      text: 'Where “About us” in the footer and the menu leads. Left empty, it isn’t shown.',
      fields: { zh_HK: 'Page in Chinese', en_US: 'Page in English' },
    },
    contact: {
      title: 'Contact',
      text: 'The email address in the terms, the privacy statement, and the About and Contact pages. Left empty, it isn’t shown.',
      fields: { email: 'Email address' },
    },
    apps: {
      title: 'Apps',
      text: 'The download links in the footer and the app reminder on phones. What is empty isn’t shown.',
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
      text: 'What one operator may refund without a second person; parts of a refund count together. Above a limit finance asks and another person approves. Raising a limit needs a second administrator.',
      fields: {
        perOrder: 'Of an order',
        perAccount: 'Of an account in 30 days',
        perOperator: 'By an operator in 24 hours',
      },
    },
    registration: {
      title: 'Pause sign-ups',
      text: 'Until then no sign-up codes are sent and no accounts are made; members log in as usual. It ends automatically. Left empty, people can sign up.',
      fields: { closedUntil: 'Until (Hong Kong time)' },
    },
    comments: {
      title: 'Pause comments',
      text: 'Until then comments can’t be written or changed; those that are published stay. It ends automatically. Left empty, people can comment.',
      fields: { closedUntil: 'Until (Hong Kong time)' },
    },
    payments: {
      title: 'Pause payment methods',
      text: 'Until then no payment or subscription can be started with that method. Renewals are charged as usual, and payments that have started finish. It ends automatically. Left empty, the method can be used. Times are Hong Kong’s.',
      fields: paying.providers,
    },
    notice: {
      title: 'Notice on the site',
      text: 'At the foot of the site; viewers can close it. It isn’t shown in kids mode or the player. It disappears automatically. With the time left empty, it isn’t shown.',
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
  resetBy: (name, time) => `Put back to the default by ${name}, ${time}`,
  saved: (title) => `${title}: saved.`,
  restored: (title) => `${title}: put back.`,
  unchanged: 'Nothing has changed.',
  undo: 'Undo',
  discard: 'Discard changes',
  reset: 'Back to default',
  history: 'History',
  historyOf: (title) => `${title}: history`,
  neverChanged: 'Never changed.',
  version: (version) => `Version ${version}`,
  choose: 'Use this version',
  chooseOf: (version) => `Use version ${version}`,
}
