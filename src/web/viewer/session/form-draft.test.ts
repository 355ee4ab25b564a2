import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { dropDraft, keepDraft, readDraft } from './form-draft.ts'

beforeEach(() => void stubBrowser())
afterEach(() => vi.unstubAllGlobals())

test('what was typed is kept in this tab only, until it is dropped', () => {
  keepDraft('redeem', { code: 'HBGC-7Q2K' })
  expect(readDraft('redeem')).toEqual({ values: { code: 'HBGC-7Q2K' }, resumes: false })
  expect(storedItems(localStorage)).toEqual({})
  dropDraft('redeem')
  expect(readDraft('redeem')).toEqual({ values: {}, resumes: false })
})

test('each form has a draft of its own', () => {
  keepDraft('redeem', { code: 'A' }, { resumes: true })
  keepDraft('staff', { companyName: 'B' })
  expect(readDraft('redeem')).toEqual({ values: { code: 'A' }, resumes: true })
  expect(readDraft('staff')).toEqual({ values: { companyName: 'B' }, resumes: false })
})

test.each(['{', 'null', '[]', '{"values":{"code":1},"resumes":"yes"}'])(
  'storage that says %s is no draft',
  (stored) => {
    sessionStorage.setItem('harbour.draft.redeem', stored)
    expect(readDraft('redeem')).toEqual({ values: {}, resumes: false })
  },
)
