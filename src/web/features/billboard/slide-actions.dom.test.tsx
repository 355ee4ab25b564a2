import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import { tabBars } from '#contract/categories.ts'
import { detail } from '#text/zh_HK/detail.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SlideActions } from './slide-text.tsx'

const LIST = '/api_v2/profile/mywatched/list'
const banner = {
  bannerId: 'b',
  program: {
    programId: 'ferry',
    programGuid: 'ferry',
    programType: 'movie',
    title: '黃昏渡輪',
    access: 'play',
    buttonText: '免費播放',
    buttonNote: '',
    offers: [],
  },
} as unknown as Banner

beforeEach(() =>
  startSession({ token: 'token', userId: 'u1', partner: 'harbour' }, { mobileno: '91234567', areaCode: '852' }),
)

test('the play button becomes “resume” as the same element, with its focus', async () => {
  const read = Promise.withResolvers<object>()
  await renderWeb(<SlideActions banner={banner} />, {
    reads: [
      [
        tabBars,
        { tabList: [{ data: { categoryList: [{ categoryId: 'continue', detailURL: `${LIST}?row=continue` }] } }] },
      ],
      [LIST, read.promise],
    ],
  })
  const button = screen.getByText('免費播放').closest('a')!
  button.focus()
  read.resolve({ list: [{ ...banner.program, episode: 0, season: 0, position: 1390 }] })
  await screen.findByText(detail.resume('23:10'))
  await waitFor(() => expect(button.textContent).toContain(detail.resume('23:10')))
  expect(button.isConnected).toBe(true)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('href')).toContain('position=1390')
})
