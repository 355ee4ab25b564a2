import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Program } from '#contract/programs.ts'
import { detail } from '#text/zh_HK/detail.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { DetailActions } from './detail-overlay.tsx'

const TITLE = { programId: 'tram', programGuid: 'tram', title: '末班電車', access: 'play', offers: [], dramaList: [] }
const open = () => {
  const actions = <DetailActions program={TITLE as unknown as Program} size="l" onIntent={() => {}} />
  return renderWeb(actions, { path: '/category/list?programId=tram' })
}

test('a title is shared by its page for messengers', async () => {
  const { user } = await open()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: detail.share }))
  expect(writeText.mock.calls).toEqual([[`${location.origin}/s/tram`]])
  expect(toastStore.get().toast?.text).toBe(detail.shared.done)
  hideToast()
})
