import { expect, test } from 'vitest'
import { A_REVIEW, aForm, answersAbout, aCampaign } from '../../../../test/support/campaigns.ts'
import { linesOf } from '../../../../test/support/content.ts'
import { parseContent } from '#server/kit/content-import.ts'
import { readAnswers } from './answers.rules.ts'
import { type CampaignRecord, formOf } from './campaign-import.rules.ts'
import { campaignContent } from './campaign-import.service.ts'

const FILMS = ['film', 'other']
const parsed = parseContent(linesOf([aCampaign(FILMS, { blocks: [aForm(FILMS)] })]), [campaignContent([])])
const form = formOf(parsed.records['campaign']![0] as unknown as CampaignRecord)!
const read = (change: Record<string, string>) => readAnswers(form, { ...answersAbout('film'), ...change }, 'zh_HK')

test('answers are read with the questions as they were asked', () => {
  const { answers, images, problems } = read({ grade: 's4', phone: '9123 4567', drawing: 'x'.repeat(43) })
  expect(problems).toEqual({})
  expect(answers).toEqual([
    { name: 'penName', label: '筆名', value: '小樁' },
    { name: 'grade', label: '年級', value: '中四' },
    { name: 'email', label: '電郵地址', value: 'student@example.com' },
    { name: 'phone', label: '電話', value: '91234567' },
    { name: 'film', label: '影片', value: 'film' },
    { name: 'review', label: '影評', value: A_REVIEW },
  ])
  expect(images).toEqual([{ name: 'drawing', token: 'x'.repeat(43) }])
})

test.each<[string, Record<string, string>, object]>([
  ['nothing where an answer is required', { penName: ' \u200B ' }, { penName: 'ANSWER_MISSING' }],
  ['nothing where none is', { grade: '', phone: '', drawing: '' }, {}],
  ['49 characters of 50', { review: '好'.repeat(49) }, { review: 'ANSWER_LENGTH' }],
  ['50', { review: '好'.repeat(50) }, {}],
  ['500 that each are a family', { review: '👨‍👩‍👧'.repeat(500) }, {}],
  ['501', { review: '好'.repeat(501) }, { review: 'ANSWER_LENGTH' }],
  ['50 with what is not seen', { review: `${'好'.repeat(49)}\u200B` }, { review: 'ANSWER_LENGTH' }],
  ['a line too long', { penName: '好'.repeat(21) }, { penName: 'ANSWER_LENGTH' }],
  ['no e-mail address', { email: 'student' }, { email: 'EMAIL' }],
  ['no number', { phone: '12' }, { phone: 'MOBILE' }],
  ['a choice that there is none of', { grade: 's6' }, { grade: 'ANSWER_CHOICE' }],
  ['a title that is not asked about', { film: 'adult' }, { film: 'ANSWER_CHOICE' }],
  ['no token of an image', { drawing: '../etc' }, { drawing: 'IMAGE_GONE' }],
  ['a field that there is none of', { surprise: 'x' }, { surprise: 'ANSWER_FIELD' }],
  ['a name that objects have', { constructor: 'x' }, { constructor: 'ANSWER_FIELD' }],
])('an answer is checked by its field: %s', (_, change, problems) => {
  expect(read(change).problems).toEqual(problems)
})

test('a line stays a line', () => {
  expect(read({ penName: '小\n樁' }).answers[0]!.value).toBe('小 樁')
})
