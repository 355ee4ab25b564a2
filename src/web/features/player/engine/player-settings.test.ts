import { expect, test } from 'vitest'
import { readSettings, settingsKey, withAccount } from './player-settings.ts'

const first = {
  volume: 1,
  muted: false,
  speed: 1,
  quality: 'auto',
  subtitle: undefined,
  secondSubtitle: undefined,
  subtitleSize: 'medium',
  subtitleBackground: 'none',
  audioLang: undefined,
  audioName: undefined,
  audioChannels: undefined,
  accountQuality: undefined,
}

test.each([
  null,
  '',
  'null',
  '[]',
  '{',
  '{"volume":9,"speed":0,"quality":"best","subtitle":1,"secondSubtitle":2,"subtitleSize":"giant","subtitleBackground":true,"muted":"yes","audioName":7,"audioChannels":"2"}',
])('%s falls back to the defaults', (stored) => {
  expect(readSettings(stored)).toEqual(first)
})

test('stored choices are read', () => {
  const chosen = {
    volume: 0,
    muted: true,
    speed: 1.5,
    quality: 720,
    subtitle: 'off',
    secondSubtitle: 'en',
    subtitleSize: 'huge',
    subtitleBackground: 'solid',
    audioLang: 'yue',
    audioName: '粵語 2',
    audioChannels: 2,
    accountQuality: 'save',
  }
  expect(readSettings(JSON.stringify(chosen))).toEqual(chosen)
})

test('each profile has choices of its own, a visitor those of the device', () => {
  expect(settingsKey('p1')).toBe('harbour.player.p1')
  expect(settingsKey(undefined)).toBe('harbour.player')
})

test('a changed account setting replaces the choice; an unchanged one leaves it', () => {
  const heard = withAccount({ ...readSettings(null), quality: 1080 }, 'save')
  expect(heard).toMatchObject({ quality: 'save', accountQuality: 'save' })
  const chosen = { ...heard, quality: 720 }
  expect(withAccount(chosen, 'save')).toBe(chosen)
  expect(withAccount(chosen, undefined)).toBe(chosen)
  expect(withAccount(chosen, 'auto')).toMatchObject({ quality: 'auto', accountQuality: 'auto' })
})
