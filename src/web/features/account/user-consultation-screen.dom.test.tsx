import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateUserProfile, userProfile } from '#contract/accounts.ts'
import { GENRES_MAX } from '#contract/fields.ts'
import { GENRES } from '#contract/genres.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { accountOf } from '../../../../test/support/codes-web.ts'
import { expectFieldError, typeBirthday } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { UserConsultationScreen } from './user-consultation-screen.tsx'

const { facts, consultation: text, save } = account
const PROFILE = {
  ...accountOf().profile,
  name: '陳大文',
  email: 'tai@example.com',
  emailValid: true,
  birthday: '1990-05-12',
  gender: 'male',
  genres: ['action'],
  agreeMarketing: false,
}

async function open() {
  const view = await renderWeb(<UserConsultationScreen />, {
    reads: [[userProfile, { profile: PROFILE }]],
    answer: () => ({ result: 'SUCCESS', profile: PROFILE }),
  })
  await screen.findByLabelText(facts.name)
  return { ...view, submit: () => view.user.click(screen.getByRole('button', { name: save })) }
}

test.each([
  ['a name', facts.name, '', fields.missing],
  ['an e-mail address', facts.email, '', fields.missing],
  ['a valid one', facts.email, 'tai@', fieldRules.EMAIL],
  ['a birthday', facts.birthday, '', fields.missing],
  ['a day that there is', facts.birthday, '1990-02-30', fields.day.wrong.day(28)],
])('SPEC 5: the details need %s', async (_, label, typed, sentence) => {
  const { user, call, submit } = await open()
  if (label === facts.birthday) {
    await typeBirthday(user, typed)
  } else {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    if (typed) await user.type(field, typed)
  }
  await submit()
  await expectFieldError(label, sentence)
  expect(call).not.toHaveBeenCalled()
})

test('SPEC 5: up to three genres are chosen; the others wait until one is taken back', async () => {
  const { user, call, submit } = await open()
  const box = (genre: (typeof GENRES)[number]) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: facts.genreNames[genre] })
  await user.click(box('comedy'))
  await user.click(box('family'))
  expect(await screen.findByText(text.genresFull(GENRES_MAX))).toBeTruthy()
  expect(GENRES.filter((genre) => !box(genre).disabled)).toEqual(['action', 'comedy', 'family'])
  await submit()
  expect(call.mock.calls.at(-1)).toMatchObject([updateUserProfile, { genres: ['action', 'comedy', 'family'] }])
  await user.click(box('action'))
  expect(GENRES.filter((genre) => box(genre).disabled)).toEqual([])
})
