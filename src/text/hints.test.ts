import { expect, test } from 'vitest'
import { account as enAccount } from './en_US/accounts.ts'
import { fields as enFields } from './en_US/fields.ts'
import { login as enLogin } from './en_US/login.ts'
import { numbers as enNumbers } from './en_US/numbers.ts'
import { parental as enParental } from './en_US/parental.ts'
import { profiles as enProfiles } from './en_US/profiles.ts'
import { registration as enRegistration } from './en_US/registration.ts'
import { account as zhAccount } from './zh_HK/accounts.ts'
import { detail as zhDetail } from './zh_HK/detail.ts'
import { fields as zhFields } from './zh_HK/fields.ts'
import { login as zhLogin } from './zh_HK/login.ts'
import { numbers as zhNumbers } from './zh_HK/numbers.ts'
import { parental as zhParental } from './zh_HK/parental.ts'
import { profiles as zhProfiles } from './zh_HK/profiles.ts'
import { registration as zhRegistration } from './zh_HK/registration.ts'

const zh = {
  account: zhAccount,
  fields: zhFields,
  login: zhLogin,
  numbers: zhNumbers,
  parental: zhParental,
  profiles: zhProfiles,
  registration: zhRegistration,
}
const en = {
  account: enAccount,
  fields: enFields,
  login: enLogin,
  numbers: enNumbers,
  parental: enParental,
  profiles: enProfiles,
  registration: enRegistration,
}

/** What /login, /forget, the registration, /setup and the profiles explain below their headings and fields. */
const hintsOf = ({
  account,
  fields,
  login,
  numbers,
  parental,
  profiles,
  registration,
}: typeof zh | typeof en): string[] => [
  login.passwordHint,
  login.passwordChanged,
  login.resumes,
  login.freeFirst,
  login.devices.text(5),
  login.forget.text,
  login.forget.newPasswordHint,
  login.forget.ends,
  numbers.wait,
  numbers.waitOver,
  numbers.resent,
  numbers.guard,
  numbers.tooMany,
  registration.number.text,
  registration.code.verified,
  registration.details.text,
  registration.details.emailHint,
  fields.day.hint,
  fields.day.wrong.year(1900, 2026),
  fields.day.wrong.month,
  fields.day.wrong.day(28),
  fields.day.wrong.future,
  registration.details.marketingHint,
  registration.finished,
  account.email.noticeText,
  account.wallet.noCredits,
  account.wallet.noTickets,
  account.devices.endText,
  account.devices.othersText('2'),
  account.devices.limit(5),
  account.data.exportText,
  account.data.closeText,
  account.data.passwordText,
  account.close.until,
  account.closing.soon,
  account.messages.emptyText,
  account.consultation.genresHint(3),
  account.consultation.genresFull(3),
  account.consultation.emailHint,
  account.consultation.emailChanged,
  account.quality.text,
  account.password.text,
  account.password.nextHint,
  parental.codePad.wrong(1),
  parental.codePad.wrong(4),
  parental.codePad.locked,
  parental.dialog.watch,
  parental.dialog['kids-off'],
  parental.dialog.leaveAny,
  parental.reset.intro,
  parental.reset.sent,
  parental.screen.intro,
  parental.screen.statusOn,
  parental.screen.statusOff,
  parental.screen.confirmStatus,
  parental.screen.wrongCode,
  parental.unlock.closed,
  profiles.who.count(2, 5),
  profiles.who.full(5),
  profiles.who.noKidsText,
  profiles.edit.nameHint(10),
  profiles.edit.kidsHint,
  profiles.edit.kidsFirst,
  profiles.edit.deleteText,
  profiles.edit.inUse,
  profiles.edit.goneText,
]

test.each([zh, en])(
  'registration says why the birthday is asked and then how it is typed',
  ({ fields, registration }) => {
    const why = registration.details.birthdayWhy
    expect(fields.day.why(why).replace(why, '').trim()).toBe(fields.day.hint)
  },
)

test.each(hintsOf(en))('a whole English sentence: %s', (hint) => {
  expect(hint).toMatch(/^\S.*[^\s.][.?!]$/)
  // No sentence begins with what lacks its verb.
  for (const sentence of hint.split(/(?<=[.?!]) /))
    expect(sentence).not.toMatch(/^(At least|Up to|For|Optional|Applies)\b/)
})

test.each(hintsOf(zh))('a whole Chinese sentence: %s', (hint) => {
  expect(hint).toMatch(/^[\p{Script=Han}\d].*[^\s。][。？！]$/u)
})

test.each([...hintsOf(zh), ...Object.values(zhDetail.className)])('a class stays on one line: %s', (text) => {
  expect(text).not.toMatch(/第 I|I 級/)
})
