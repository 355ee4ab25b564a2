import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import { MemoryRouter } from '../../../../test/support/memory-router.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { languageOffer } from '#text/zh_HK/notices.ts'
import { type ApiClient, ApiClientContext } from '#web/kit/api-client.ts'
import { adSeen, rememberAd, rememberAdInTab, rememberPopup } from '#web/viewer/session/visit-storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { hideToast, showToast } from '#web/kit/toast-store.ts'
import { AdHost } from './ad-host.tsx'
import { LanguageOffer } from './language-offer.tsx'

const { chunk, image } = vi.hoisted(() => ({
  chunk: { loaded: Promise.resolve(true) },
  image: { decoded: Promise.resolve(true) },
}))
vi.mock('#web/features/ads/ad-image.ts', () => ({ decodeAd: () => image.decoded }))
vi.mock('./layers.tsx', async () => {
  const { Dialog: Shown } = await import('#web/ui/dialog.tsx')
  const Screen = ({ onClose }: { onClose: () => void }) => (
    <Shown title="ad" closeLabel="close" onClose={onClose}>
      an ad
    </Shown>
  )
  const Popup = ({ mayOpen, onClose }: { mayOpen: () => boolean; onClose: () => void }) =>
    mayOpen() ? (
      <button type="button" onClick={onClose}>
        popup
      </button>
    ) : null
  return { AD: { Screen, whenLoaded: () => chunk.loaded }, POPUP: { Screen: Popup } }
})

const get = vi.fn<() => Promise<object>>()
let navigate: ReturnType<typeof useNavigate>

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  chunk.loaded = Promise.resolve(true)
  image.decoded = Promise.resolve(true)
  get.mockReset().mockResolvedValue({ data: { bannerList: [{ bannerImage: '/i/a', title: 'ad' }] } })
})
afterEach(() => vi.useRealTimers())

function Page({ sheet }: { sheet?: boolean }) {
  const go = useNavigate()
  const [shownAtMs] = useState(() => performance.now())
  useEffect(() => {
    navigate = go
  }, [go])
  return (
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">in the page</button>
      </main>
      <AdHost shownAtMs={shownAtMs} />
      {sheet ? (
        <Dialog title="sheet" closeLabel="close" onClose={() => {}}>
          a sheet
        </Dialog>
      ) : null}
    </>
  )
}

async function open() {
  const queries = new QueryClient()
  const app = (sheet: boolean) => (
    <MemoryRouter initialEntries={['/category/list']}>
      <QueryClientProvider client={queries}>
        <ApiClientContext value={{ get } as unknown as ApiClient}>
          <Page sheet={sheet} />
        </ApiClientContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
  const view = await act(async () => render(app(false)))
  return { openSheet: () => act(async () => view.rerender(app(true))) }
}

/** Lets what is due, its answer and its chunk come one after another. */
async function wait() {
  for (let step = 0; step < 8; step++) await act(async () => vi.advanceTimersByTimeAsync(300))
}
const ad = () => screen.queryByRole('dialog', { name: 'ad' })
const popup = () => screen.queryByRole('button', { name: 'popup' })
const close = () => act(async () => screen.getByRole('button', { name: 'close' }).click())

test('comes once the page is idle; closing it gives the focus back, or to the page where nothing had it', async () => {
  await open()
  await wait()
  expect(ad()).not.toBeNull()
  await close()
  expect(ad()).toBeNull()
  expect(document.activeElement?.id).toBe('main')
})

test('gives the focus back to what had it', async () => {
  await open()
  const button = screen.getByRole('button', { name: 'in the page' })
  act(() => button.focus())
  await wait()
  await close()
  expect(document.activeElement).toBe(button)
})

test('neither ad comes while a toast says that a page was not found', async () => {
  showToast({ text: 'not found' })
  await open()
  await wait()
  expect(ad()).toBeNull()
  expect(get).not.toHaveBeenCalled()
  rememberAd()
  showToast({ text: 'not found' })
  await open()
  await wait()
  expect(popup()).toBeNull()
  hideToast()
})

test('neither ad comes while the page is offered in English', async () => {
  const offer = render(<LanguageOffer text={languageOffer} />)
  await open()
  await wait()
  expect(ad()).toBeNull()
  expect(get).not.toHaveBeenCalled()
  rememberAd()
  await open()
  await wait()
  expect(popup()).toBeNull()
  offer.unmount()
})

test('is not requested again on the same day', async () => {
  rememberAd()
  await open()
  await wait()
  expect(get).not.toHaveBeenCalled()
})

test('on another visit of the day the pop-up ad comes in its place', async () => {
  rememberAd()
  await open()
  await wait()
  expect(popup()).not.toBeNull()
  await act(async () => popup()!.click())
  expect(popup()).toBeNull()
})

test.each([
  ['it was shown today', rememberPopup],
  ['the tab has shown the homepage ad', rememberAdInTab],
])('no pop-up ad is shown when %s', async (_, remember) => {
  rememberAd()
  remember()
  await open()
  await wait()
  expect(popup()).toBeNull()
})

test('the pop-up ad goes when a title is opened by its address', async () => {
  rememberAd()
  await open()
  await wait()
  await act(async () => navigate('/category/list?programId=tram'))
  expect(popup()).toBeNull()
})

test('does not come when a sheet was opened while it was loaded', async () => {
  let loaded: (isLoaded: boolean) => void = () => {}
  chunk.loaded = new Promise((resolve) => (loaded = resolve))
  const { openSheet } = await open()
  await wait()
  expect(get).toHaveBeenCalled()
  await openSheet()
  await act(async () => loaded(true))
  await wait()
  expect(ad()).toBeNull()
})

test.each(['pointerdown', 'keydown', 'wheel'])(
  'neither ad comes once the visitor has used the page (%s)',
  async (use) => {
    for (const remember of [() => {}, rememberAd]) {
      remember()
      await open()
      await act(async () => screen.getAllByText('in the page')[0]!.dispatchEvent(new Event(use, { bubbles: true })))
      await wait()
      expect(ad() ?? popup()).toBeNull()
    }
  },
)

test('does not come when the visitor used the page while it was loaded', async () => {
  let loaded: (isLoaded: boolean) => void = () => {}
  chunk.loaded = new Promise((resolve) => (loaded = resolve))
  await open()
  await wait()
  expect(get).toHaveBeenCalled()
  await act(async () => screen.getByText('in the page').dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await act(async () => loaded(true))
  expect(ad()).toBeNull()
  expect(adSeen()).toBe(false)
})

test('neither ad comes over a page that is being left', async () => {
  for (const remember of [() => {}, rememberAd]) {
    remember()
    await open()
    location.hash = '#/login'
    await wait()
    location.hash = ''
    expect(ad() ?? popup()).toBeNull()
  }
})

test('is not shown that day when its image is loaded later than three seconds after home', async () => {
  let decoded: (isDecoded: boolean) => void = () => {}
  image.decoded = new Promise((resolve) => (decoded = resolve))
  await open()
  await wait()
  expect(get).toHaveBeenCalled()
  expect(ad()).toBeNull()
  await wait()
  await act(async () => decoded(true))
  await wait()
  expect(ad()).toBeNull()
  expect(adSeen()).toBe(true)
})

test('is not shown with an image that cannot be displayed', async () => {
  image.decoded = Promise.resolve(false)
  await open()
  await wait()
  expect(ad()).toBeNull()
})

test('comes neither over skeletons nor in mid-scroll', async () => {
  const skeleton = document.createElement('div')
  skeleton.dataset.skeleton = ''
  document.body.append(skeleton)
  await open()
  await wait()
  skeleton.remove()
  expect(ad()).toBeNull()
  scrollTo(0, 200)
  await open()
  await wait()
  scrollTo(0, 0)
  expect(ad()).toBeNull()
})

test('goes when a title is opened by its address', async () => {
  await open()
  await wait()
  expect(ad()).not.toBeNull()
  await act(async () => navigate('/category/list?programId=tram'))
  expect(ad()).toBeNull()
})
