import { expect, test } from 'vitest'
import { UNAPPROVED_CREDITS } from '#contract/admin/customer-changes.ts'
import { maskEmail, maskNumber, needsApproval, readSearch, retryAfterMinutes } from './customers.rules.ts'

test.each([
  ['+85261234547', '+852 6••• ••47'],
  ['+85366123456', '+853 6••• ••56'],
])('a number %s shows its first and last digits', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
})

test.each([
  ['taiman@example.com', 't•••@example.com'],
  ['a@b.hk', 'a•••@b.hk'],
  ['', '•••'],
])('an address %j hides its name', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  ['91234567', { by: 'number', numbers: ['+85291234567'] }],
  ['  9123 4567 ', { by: 'number', numbers: ['+85291234567'] }],
  ['+852 9123-4567', { by: 'number', numbers: ['+85291234567'] }],
  ['\u202A+852 9123 4567\u202C', { by: 'number', numbers: ['+85291234567'] }],
  ['0085291234567', { by: 'number', numbers: ['+85291234567'] }],
  ['8529123.4567', { by: 'number', numbers: ['+85291234567'] }],
  ['８５２９１２３４５６７', { by: 'number', numbers: ['+85291234567'] }],
  // A number of either region.
  ['66123456', { by: 'number', numbers: ['+85266123456', '+85366123456'] }],
  ['TaiMan@Example.com', { by: 'email', email: 'taiman@example.com' }],
  ['HB-261121-00A2', { by: 'id', id: 'HB-261121-00A2' }],
  ['0192f3c8-1b2a', { by: 'id', id: '0192f3c8-1b2a' }],
])('%j is a whole number, address or id', (typed, search) => {
  expect(readSearch(typed)).toEqual(search)
})

test.each(['4567', '陳大文', '9123456', 'HB-26', ''])('%j is a part, and finds nothing', (typed) => {
  expect(readSearch(typed)).toBeUndefined()
})

test.each([
  [UNAPPROVED_CREDITS, 0, 0, false],
  [UNAPPROVED_CREDITS + 1, 0, 0, true],
  [-UNAPPROVED_CREDITS - 1, 0, 0, true],
  [51, 150, 0, true],
  [50, 150, 150, false],
  [-51, 0, 150, true],
])(
  '%i credits after %i of the account and %i of the operator: a second person %s',
  (credits, ofAccount, ofOperator, isNeeded) => {
    expect(needsApproval({ credits, ofAccount, ofOperator })).toBe(isNeeded)
  },
)

test('a provider that does not answer is asked less and less often, and given up after two days', () => {
  expect([1, 2, 3, 4, 5, 47, 48].map(retryAfterMinutes)).toEqual([1, 2, 5, 15, 60, 60, undefined])
})
