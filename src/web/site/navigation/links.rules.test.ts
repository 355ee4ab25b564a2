import { expect, test } from 'vitest'
import { samePage, stateOfStep } from './links.rules.ts'

const home = { pathname: '/category/list', search: '' }
const over = (programId: string) => ({ pathname: '/category/list', search: `?programId=${programId}` })

test('an overlay does not make another page, a filter does', () => {
  expect(samePage(home, over('a'))).toBe(true)
  expect(samePage({ ...home, search: '?genre=drama' }, { ...home, search: '?genre=horror' })).toBe(false)
})

test('closing an overlay goes back exactly as many steps as titles were opened', () => {
  const first = stateOfStep({ ...home, state: null }, over('a'))
  expect(first).toEqual({ overlaySteps: 1 })
  const second = stateOfStep({ ...over('a'), state: first }, over('b'))
  expect(second).toEqual({ overlaySteps: 2 })
})

test('an overlay that was opened by a shared link never goes back out of the site', () => {
  expect(stateOfStep({ ...over('a'), state: null }, over('b'))).toEqual({ overlaySteps: 0 })
})

test('leaving for another screen counts nothing', () => {
  expect(
    stateOfStep({ ...over('a'), state: { overlaySteps: 1 } }, { pathname: '/play', search: '?programId=a' }),
  ).toEqual({
    overlaySteps: 0,
  })
})
