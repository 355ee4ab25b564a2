import { expect, test } from 'vitest'
import { trailersPlay } from './trailer-setting.ts'

const PLAYS = { isOn: true, reducedMotion: false, isTouch: false, savesData: false }

test('trailers play by themselves where nothing speaks against it', () => {
  expect(trailersPlay(PLAYS)).toBe(true)
})

test.each([{ isOn: false }, { reducedMotion: true }, { isTouch: true }, { savesData: true }])(
  'they do not with %j',
  (fact) => expect(trailersPlay({ ...PLAYS, ...fact })).toBe(false),
)
