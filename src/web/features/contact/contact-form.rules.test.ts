import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contactDraft, contactForm, contactValues, messageKey } from './contact-form.rules.ts'

const KNOWN = { name: '陳子晴', phone: '91234567', areaCode: '853', device: 'Chrome · Windows' }
const FILLED = {
  ...contactValues({}, { ...KNOWN, loginAccount: '91234567' }),
  email: 'chan@example.com',
  code: '123456',
  theme: 'technical',
  content: '播放時出現 4032。',
}

test('the sender’s known details are filled in, and a draft takes precedence', () => {
  const values = contactValues({ name: '李四', content: '未完', copyToSelf: 'true' }, KNOWN)
  expect(values).toMatchObject({ name: '李四', phone: '91234567', areaCode: '853', content: '未完', copyToSelf: true })
})

test('a visitor without a draft has an empty form for a number of Hong Kong', () => {
  expect(contactValues({}, {})).toMatchObject({ name: '', phone: '', areaCode: '852', theme: '', copyToSelf: false })
})

test('a draft keeps all but the code', () => {
  const draft = contactDraft(FILLED)
  expect(draft).not.toHaveProperty('code')
  expect(contactValues(draft, {})).toEqual({ ...FILLED, code: '' })
})

const fieldsWrong = (change: object) =>
  z.safeParse(contactForm, { ...FILLED, ...change }).error?.issues.map(({ path }) => String(path[0]))

test.each([
  [{}, undefined],
  [{ image: 'anything' }, undefined],
  [{ name: ' ' }, ['name']],
  [{ phone: '1234' }, ['phone']],
  [{ loginAccount: '12' }, ['loginAccount']],
  [{ loginAccount: ' ' }, ['loginAccount']],
  [{ loginAccount: '', noAccount: true }, undefined],
  [{ email: 'chan' }, ['email']],
  [{ code: '' }, ['code']],
  [{ theme: '' }, ['theme']],
  [{ content: '' }, ['content']],
  [{ content: 'x'.repeat(2001) }, ['content']],
  [{ device: '' }, ['device']],
])('with %j the wrong fields are %j', (change, expected) => {
  expect(new Set(fieldsWrong(change))).toEqual(new Set(expected))
})

test('another code is the same message, another content is not', () => {
  const parsed = z.parse(contactForm, FILLED)
  expect(messageKey({ ...parsed, code: '654321' })).toBe(messageKey(parsed))
  expect(messageKey({ ...parsed, content: '其他' })).not.toBe(messageKey(parsed))
})
