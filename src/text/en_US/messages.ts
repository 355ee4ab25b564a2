import type { MessagesText } from '../zh_HK/messages.ts'

/** What the service writes to people. */
export const messages: MessagesText = {
  sms: {
    registerCode: ({ brand, code }) =>
      `${brand}: your registration code is ${code}, good for 3 minutes. Do not tell it to anyone.`,
    alreadyRegistered: ({ brand }) =>
      `${brand}: this number already has an account. Please log in, or reset your password on the login page. Not you? Ignore this.`,
    resetCode: ({ brand, code }) =>
      `${brand}: your code for a new password is ${code}, good for 3 minutes. Do not tell it to anyone.`,
    notRegistered: ({ brand }) =>
      `${brand}: this number has no account yet. You are welcome to register on our site. Not you? Ignore this.`,
    welcome: ({ brand, password, parentalCode }) =>
      `Welcome to ${brand}! Your password is ${password}, your parental code ${parentalCode}. Please log in and change them.`,
    parentalCode: ({ brand, code }) =>
      `${brand}: your code for a new parental code is ${code}, good for 3 minutes. Do not tell it to anyone.`,
    accountClosing: ({ brand, day }) =>
      `${brand}: your account closes on ${day}. To keep it, log in and reopen it before then.`,
  },
  mail: {
    emailCode: ({ brand, code, name }) => ({
      subject: `${brand} e-mail code: ${code}`,
      paragraphs: [
        `Hello ${name},`,
        'please enter this code on your account page to verify this address. It is good for 3 minutes.',
      ],
      code,
      closing: `If this was not you, ignore this e-mail. ${brand}`,
    }),
  },
  inbox: {
    welcome: ({ brand, name }) => ({
      title: `Welcome to ${brand}`,
      body: `Hello ${name}! Your password and your parental code were sent to you by SMS. Please change them on your account page.`,
    }),
    passwordChanged: () => ({
      title: 'Password changed',
      body: 'Your password was changed and your other devices were signed out. If this was not you, reset your password at once.',
    }),
    passwordReset: () => ({
      title: 'Password reset',
      body: 'Your password was reset with an SMS code and all devices were signed out. If this was not you, contact us at once.',
    }),
    parentalCodeChanged: () => ({
      title: 'Parental code changed',
      body: 'Your parental code was changed; your other devices will ask for the new one. If this was not you, change your password at once.',
    }),
    emailVerified: ({ email }) => ({
      title: 'E-mail address verified',
      body: `${email} is verified. You can write comments now.`,
    }),
    accountReopened: () => ({ title: 'Account kept', body: 'Your account stays open. Everything works as before.' }),
  },
}
