import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { contactUs, sendContactCode } from '#contract/contact.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contact as text } from '#text/zh_HK/contact.ts'
import { images } from '#text/zh_HK/images.ts'
import { keepContactDraft } from '#web/viewer/contact/contact-draft.ts'
import { writeImage } from '#web/viewer/images/kept-image.rules.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ContactScreen } from './contact-screen.tsx'

const IMAGE = { imageToken: 't'.repeat(43), imageURL: '/u/a/1/b', bytes: 1000, metadataRemoved: false, name: 'a.png' }
const DRAFT = {
  name: '陳子晴',
  areaCode: '852',
  phone: '2888 1234',
  noAccount: 'true',
  email: 'chan@example.com',
  theme: 'technical',
  content: '播放時出現 4032。',
  device: 'Chrome · Windows',
  image: writeImage(IMAGE),
}

beforeEach(() => keepContactDraft('', DRAFT))
afterEach(() => sessionStorage.clear())

const refused = (errorCode: string, more: object = {}) => ({ result: 'FAILED', errorCode, message: errorCode, ...more })

/** The form of a visitor, whose submissions get these answers. */
async function open(...answers: object[]) {
  const answer = (endpoint: Endpoint) =>
    endpoint === contactUs ? answers.shift()! : { result: 'SUCCESS', waitSeconds: 60 }
  const view = await renderWeb(<ContactScreen />, { path: '/contactus', answer })
  const code = () => screen.getByLabelText(text.code)
  const submit = () => view.user.click(screen.getByRole('button', { name: text.submit }))
  const sent = () =>
    view.call.mock.calls
      .filter(([endpoint]) => endpoint === contactUs)
      .map(([, input]) => input as { submissionId: string; image?: string; code: string })
  return { ...view, code, submit, sent }
}

const DONE = { result: 'SUCCESS', caseNumber: 'K7QM-2XPD' }

test('a message whose answer was lost is sent again as the same submission, an edited one as another', async () => {
  const { user, code, submit, sent } = await open(refused('NETWORK'), refused('NETWORK'), DONE)
  await user.type(code(), '123456')
  await submit()
  expect(screen.getByRole('alert').textContent).toContain('NETWORK')
  await submit()
  await user.type(screen.getByLabelText(text.content), '再補充。')
  await submit()
  const [first, again, edited] = sent()
  expect(first).toMatchObject({ image: IMAGE.imageToken, code: '123456', phone: '28881234', loginAccount: '' })
  expect(again!.submissionId).toBe(first!.submissionId)
  expect(edited!.submissionId).not.toBe(first!.submissionId)
  expect(await screen.findByText('K7QM-2XPD')).toBeTruthy()
})

test.each(['WRONG_CODE', 'CODE_EXPIRED'])('%s stands at the code, and has the focus', async (errorCode) => {
  const { user, code, submit } = await open(refused(errorCode))
  await user.type(code(), '123456')
  await submit()
  await waitFor(() => expect(document.activeElement).toBe(code()))
  expect(code().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(errorCode)).toBeTruthy()
})

test('an image that is gone leaves its field, which says so', async () => {
  const { user, code, submit, sent } = await open(
    refused('INVALID_INPUT', { fields: { image: '這張圖片已刪除，請重新上載。' } }),
    DONE,
  )
  expect(screen.getByRole('img', { name: images.alt })).toBeTruthy()
  await user.type(code(), '123456')
  await submit()
  expect(await screen.findByText('這張圖片已刪除，請重新上載。')).toBeTruthy()
  expect(screen.queryByRole('img', { name: images.alt })).toBeNull()
  await submit()
  expect(sent()[1]!.image).toBeUndefined()
})

test('a code goes to a valid address only, the next one after the wait, or to another address', async () => {
  const { user, call } = await open()
  const mail = screen.getByLabelText(text.email)
  const codes = () => call.mock.calls.filter(([endpoint]) => endpoint === sendContactCode)
  await user.type(mail, 'x')
  await user.clear(mail)
  await user.click(screen.getByRole('button', { name: text.send }))
  expect(codes()).toEqual([])
  await user.type(mail, 'chan@example.com')
  await user.click(screen.getByRole('button', { name: text.send }))
  expect(codes()).toHaveLength(1)
  expect(screen.getByText(text.sent('chan@example.com'))).toBeTruthy()
  expect(screen.getByRole('button', { name: text.sendAgain('1:00') }).hasAttribute('disabled')).toBe(true)
  await user.type(mail, '.hk')
  expect(screen.queryByText(text.sent('chan@example.com'))).toBeNull()
  await act(async () => {})
  expect(screen.getByRole('button', { name: text.send }).hasAttribute('disabled')).toBe(false)
})

test('without an account there is a choice for it, which is sent as none', async () => {
  keepContactDraft('', { ...DRAFT, noAccount: '', loginAccount: '9123 4567' })
  const { user, code, submit, sent } = await open(DONE)
  const account = screen.getByLabelText(text.account)
  expect(account).toHaveProperty('value', '9123 4567')
  await user.click(screen.getByRole('checkbox', { name: text.noAccount }))
  expect([account.hasAttribute('disabled'), (account as HTMLInputElement).value]).toEqual([true, ''])
  await user.type(code(), '123456')
  await submit()
  expect(sent()[0]).toMatchObject({ loginAccount: '' })
  expect(sent()[0]).not.toHaveProperty('noAccount')
})

test('a member finds the account filled in', async () => {
  logInMember()
  await renderWeb(<ContactScreen />, { path: '/contactus', reads: [[userProfile, accountOf()]] })
  expect(await screen.findByLabelText(text.account)).toHaveProperty('value', '91234567')
})
