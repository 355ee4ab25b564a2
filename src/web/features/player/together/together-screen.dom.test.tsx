import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screenings } from '#text/zh_HK/screenings.ts'
import { renderWeb } from '../../../../../test/support/render-web.tsx'
import { TogetherScreen } from './together-screen.tsx'

const { room: text } = screenings

const open = (errorCode: string) =>
  renderWeb(<TogetherScreen />, {
    path: '/private/play?screeningId=1',
    answer: () => ({ result: 'FAILED', errorCode, message: '請檢查輸入的資料。' }),
  })

test.each(['NOT_FOUND', 'INVALID_INPUT'])(
  'a screening that its address cannot name (%s) is gone',
  async (errorCode) => {
    await open(errorCode)
    expect(await screen.findByText(text.goneTitle)).toBeTruthy()
    expect(screen.queryByText('請檢查輸入的資料。')).toBeNull()
  },
)

test('a screening that cannot be played yet says why, and can be requested again', async () => {
  await open('INTERNAL')
  expect(await screen.findByText(text.notYet)).toBeTruthy()
  expect(screen.getByText('請檢查輸入的資料。')).toBeTruthy()
})
