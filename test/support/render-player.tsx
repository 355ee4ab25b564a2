import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from './memory-router.tsx'
import { vi } from 'vitest'
import { Player, type PlayerProps } from '#web/features/player/screens/player.tsx'
import { type ApiClient, ApiClientContext } from '#web/kit/api-client.ts'
import { fakePlayback } from './fake-playback.ts'

export const TITLE = {
  title: 'The last tram',
  subtitle: '',
  artwork: '',
  duration: 600,
  points: { startShowPoint: 0, startPosition: 0, endPosition: 0 },
  restriction: undefined,
  warning: '',
  isPreparing: false,
}
const RUNGS = [
  { height: 2160, bitrate: 16_000_000, playable: false },
  { height: 1080, bitrate: 6_000_000, playable: true },
  { height: 720, bitrate: 3_000_000, playable: true },
]
const ORDER = {
  redirectURL: '/v/grant/tram/master.m3u8',
  expiresAt: '2026-11-22T12:00:00Z',
  subtitles: [
    { lang: 'zh-HK', label: '中文', url: '/v/grant/tram/zh.vtt' },
    { lang: 'en', label: 'English', url: '/v/grant/tram/en.vtt' },
  ],
}

/** A player that plays, of a title with subtitles and three rungs. */
export async function renderPlayer({ similar = [], ...props }: Partial<PlayerProps> & { similar?: object[] } = {}) {
  const fake = fakePlayback()
  fake.state.set({ order: ORDER, rungs: RUNGS })
  const onLeave = vi.fn<() => void>()
  const queries = new QueryClient()
  const get = vi.fn<(url: string) => Promise<object>>().mockResolvedValue({ list: similar })
  const call = vi.fn<(endpoint: object, input: object) => Promise<object>>().mockResolvedValue({ result: 'SUCCESS' })
  const client = { call, get } as unknown as ApiClient
  const player = (more: Partial<PlayerProps> = {}) => (
    <MemoryRouter initialEntries={['/play?programId=tram&programGuid=tram']}>
      <QueryClientProvider client={queries}>
        <ApiClientContext value={client}>
          <Suspense fallback={null}>
            <Player
              playback={fake.playback}
              title={TITLE}
              step="ready"
              open
              start={0}
              episodes={undefined}
              onLeave={onLeave}
              {...props}
              {...more}
            />
          </Suspense>
        </ApiClientContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
  const view = await act(async () => render(player()))
  const rerender = (more: Partial<PlayerProps>) => view.rerender(player(more))
  return { ...fake, ...view, user: userEvent.setup(), onLeave, rerender, call, get }
}

/** The button with this accessible name. */
export const button = (name: string) => screen.getByRole('button', { name })
