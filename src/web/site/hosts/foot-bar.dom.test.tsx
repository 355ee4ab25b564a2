import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { FootBar } from './foot-bar.tsx'

const NOTICE = {
  zh_HK: 'PayMe 今晚維護。',
  en_US: 'PayMe is under maintenance tonight.',
  until: '2999-01-01T00:00:00+08:00',
}
const render = (notice: object = {}, withNotice = true) => {
  setSiteConfig({ notice: { ...NOTICE, ...notice } })
  return renderWeb(<FootBar withNotice={withNotice} />)
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  setSiteConfig({})
})

test('the notice is shown until it is closed, which the tab remembers; another one is shown again', async () => {
  const { user, unmount } = await render()
  expect(screen.getByRole('status').textContent).toBe(NOTICE.zh_HK)
  await user.click(screen.getByRole('button'))
  expect(screen.getByRole('status').textContent).toBe('')
  unmount()
  const again = await render()
  expect(screen.getByRole('status').textContent).toBe('')
  again.unmount()
  await render({ zh_HK: '八達通今晚維護。' })
  expect(screen.getByRole('status').textContent).toBe('八達通今晚維護。')
})

test.each([
  ['that is over', { until: '2020-01-01T00:00:00+08:00' }, true],
  ['without an end', { until: '' }, true],
  ['on a page without a header', {}, false],
])('no notice %s', async (_what, notice, withNotice) => {
  await render(notice, withNotice)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('without a network that is said instead', async () => {
  await render()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).not.toContain(NOTICE.zh_HK)
  expect(screen.getByRole('status').textContent).not.toBe('')
})
