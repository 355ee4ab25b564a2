import type { OptOutText } from '../zh_HK/opt-out.ts'

/** The pages of a link that ends marketing. */
export const optOut = {
  title: 'Unsubscribe from marketing',
  ask: 'Stop marketing messages?',
  askText: 'You’ll still get messages about your account, payments and the service.',
  submit: 'Unsubscribe',
  done: 'You’re unsubscribed',
  doneText:
    'We won’t send you marketing messages any more. One that’s already on its way may still arrive within minutes.',
  again: 'Changed your mind? Turn them on again under Personal details.',
  invalid: 'This link isn’t valid',
  invalidText: 'Open the whole link from the email, or log in and unsubscribe in your account.',
  home: (brand: string) => `Open ${brand}`,
} satisfies OptOutText
