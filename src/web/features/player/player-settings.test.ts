import { expect, test } from 'vitest'
import { readSettings } from './player-settings.ts'

const first = { volume: 1, muted: false, speed: 1, quality: 'auto', subtitle: undefined, audioLang: undefined }

test.each([null, '', 'null', '[]', '{', '{"volume":9,"speed":0,"quality":"best","subtitle":1,"muted":"yes"}'])(
  '%s falls back to the defaults',
  (stored) => {
    expect(readSettings(stored)).toEqual(first)
  },
)

test('what was chosen is kept', () => {
  const chosen = { volume: 0, muted: true, speed: 1.5, quality: 720, subtitle: 'off', audioLang: 'yue' }
  expect(readSettings(JSON.stringify(chosen))).toEqual(chosen)
})
