import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CampaignField } from '#contract/campaigns.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { campaigns } from '#text/zh_HK/campaigns.ts'
import { answersOf, problemOf, schemaOf, valuesOf } from './campaign-form.rules.ts'

const text = campaigns.form
const asked = { name: 'a', label: 'A', hint: '', required: true, half: false }
const REVIEW: CampaignField = { type: 'longText', ...asked, min: 50, max: 500 }
const CHOICE: CampaignField = { type: 'choice', ...asked, choices: [{ value: 's4', label: '中四' }] }
const FILM: CampaignField = { type: 'title', ...asked, list: [{ programId: 'film' } as ProgramCard] }

test.each<[string, CampaignField, string, string | undefined]>([
  ['nothing', REVIEW, '', text.missing],
  ['spaces', REVIEW, ' \n ', text.missing],
  ['nothing where none is required', { ...REVIEW, required: false }, '', undefined],
  ['49 characters', REVIEW, '好'.repeat(49), text.tooShort('50', '49')],
  ['50 characters', REVIEW, '好'.repeat(50), undefined],
  ['501 characters', REVIEW, '好'.repeat(501), text.tooLong('500', '501')],
  ['50 with what is not seen', REVIEW, `${'好'.repeat(49)}\u200B`, text.tooShort('50', '49')],
  ['too short where none is required', { ...REVIEW, required: false }, '短', text.tooShort('50', '1')],
  ['no choice', CHOICE, '', text.unchosen],
  ['no title', FILM, '', text.unchosen],
  ['no image', { type: 'image', ...asked }, '', text.noImage],
  ['half an e-mail address', { type: 'email', ...asked }, 'student@', text.email],
  ['an e-mail address', { type: 'email', ...asked }, ' student@example.com ', undefined],
  ['half a number', { type: 'phone', ...asked }, '9123', text.phone],
  ['a number', { type: 'phone', ...asked }, '9123 4567', undefined],
])('an answer is checked as it is typed: %s', (_, field, typed, problem) => {
  expect(problemOf(field, typed, text)).toBe(problem)
})

test('a form is sent once each answer is right and the terms are agreed to', () => {
  const schema = schemaOf([REVIEW], text)
  const messages = (values: object) =>
    z.safeParse(schema, values).error?.issues.map(({ path, message }) => [path[0], message])
  expect(messages({ a: '短', agreeTerms: false, agreeMarketing: false })).toEqual([
    ['a', text.tooShort('50', '1')],
    ['agreeTerms', text.agree],
  ])
  expect(messages({ a: '好'.repeat(50), agreeTerms: true, agreeMarketing: false })).toBeUndefined()
})

test('a draft fills in the fields that the form still has; consent is given again', () => {
  const fields = [
    { ...REVIEW, name: 'review' },
    { ...CHOICE, name: 'grade' },
    { ...FILM, name: 'film' },
  ]
  const draft = { review: '草稿', grade: 's9', film: 'film', former: 'x', agreeTerms: 'true' }
  const values = valuesOf(fields, draft)
  expect(values).toEqual({ review: '草稿', grade: '', film: 'film', agreeTerms: false, agreeMarketing: false })
  expect(answersOf(fields, values)).toEqual({ review: '草稿', grade: '', film: 'film' })
})
