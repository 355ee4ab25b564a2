import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { tabBars } from '#contract/categories.ts'
import { type ApiClient, ApiClientContext } from './api-client.ts'
import { CallError } from './envelope.ts'
import { createQueryClient, useCall } from './use-call.ts'

const NETWORK = new CallError({ result: 'FAILED', errorCode: 'NETWORK', message: 'no network' })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(['before', 'after'])(
  'a call that failed offline is shown, and repeated automatically: the network was lost %s the page was opened',
  async (lost) => {
    const lose = () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      globalThis.dispatchEvent(new Event('offline'))
    }
    if (lost === 'before') lose()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const get = vi.fn<() => Promise<object>>().mockRejectedValue(NETWORK)
    const queries = createQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <ApiClientContext value={{ get } as unknown as ApiClient}>{children}</ApiClientContext>
      </QueryClientProvider>
    )
    const { result } = renderHook(() => useCall(tabBars, {}), { wrapper })
    if (lost === 'after') act(lose)
    await act(async () => vi.advanceTimersByTimeAsync(1_000))
    expect(result.current.error?.message).toBe('no network')
    const tries = get.mock.calls.length
    get.mockResolvedValue({ tabList: [] })
    await act(async () => vi.advanceTimersByTimeAsync(5_000))
    expect(get).toHaveBeenCalledTimes(tries)
    act(() => void globalThis.dispatchEvent(new Event('online')))
    await waitFor(() => expect(result.current.data).toEqual({ tabList: [] }))
    expect(result.current.error).toBeNull()
  },
)

test.each([
  ['a list that is refused with a short wait is requested once that is over', 3, 2],
  ['a long wait shows the failure at once', 60, 1],
])('%s', async (_, retryAfter, tries) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const refusal = new CallError({ result: 'FAILED', errorCode: 'TOO_MANY_TRIES', message: 'later', retryAfter })
  const get = vi.fn<() => Promise<object>>().mockRejectedValueOnce(refusal).mockResolvedValue({ tabList: [] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={createQueryClient()}>
      <ApiClientContext value={{ get } as unknown as ApiClient}>{children}</ApiClientContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useCall(tabBars, {}), { wrapper })
  await act(async () => vi.advanceTimersByTimeAsync(2_000))
  expect(get).toHaveBeenCalledTimes(1)
  expect(result.current.isPending).toBe(tries === 2)
  await act(async () => vi.advanceTimersByTimeAsync(2_000))
  expect(get).toHaveBeenCalledTimes(tries)
})
