import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Program, revampDetail } from '#contract/programs.ts'
import { detail } from '#text/zh_HK/detail.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { programOfPlan, refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { DetailFacts } from './detail-facts.tsx'
import { DetailOverlay } from './detail-overlay.tsx'

afterEach(() => setSiteConfig({}))

/** A film, as the detail call answers it. */
const filmOf = (change: Partial<Program>) =>
  programOfPlan({
    director: [],
    actor: [],
    locale: 'yue-HK',
    countryName: '香港',
    subtitles: [],
    tags: [],
    ...change,
  })

test('until a title is there its sheet has boxes in the places of its art, buttons and text', async () => {
  const awaited = Promise.withResolvers<object>()
  await renderWeb(<DetailOverlay prefetchPlay={vi.fn<() => void>()} Opinions={() => null} />, {
    path: '/category/list?programId=tram',
    reads: [[revampDetail, awaited.promise]],
  })
  const sheet = await screen.findByRole('dialog', { name: detail.loading })
  const boxes = sheet.querySelector('[aria-busy=true] > [aria-hidden=true]')!
  expect([...boxes.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0)).toHaveLength(5)
  expect(boxes.textContent).toBe('')
})

test.each(['NOT_FOUND', 'INVALID_INPUT'])('a title that does not exist says so: %s', async (errorCode) => {
  await renderWeb(<DetailOverlay prefetchPlay={vi.fn<() => void>()} Opinions={() => null} />, {
    path: '/category/list?programId=gone',
    reads: [[revampDetail, refusedRead(errorCode)]],
  })
  await waitFor(() => expect(toastStore.get().toast?.text).toBe(detail.missing))
  hideToast()
})

test.each([
  ['normal', true],
  ['children', false],
] as const)('the people of a title are named, but not to children: %s', async (pattern, isNamed) => {
  const program = filmOf({ director: ['岑望舒'], actor: ['阮海棠'] })
  await renderWeb(<DetailFacts program={program} />, { pattern })
  expect([screen.queryByText('岑望舒'), screen.queryByText('阮海棠')].map(Boolean)).toEqual([isNamed, isNamed])
})

test.each([
  { demo: true, duration: 16, shown: '示範短片，16 秒' },
  { demo: true, duration: 5_400, shown: '1 小時 30 分' },
  { demo: false, duration: 16, shown: '16 秒' },
])('a clip of the demo says that it is one: %o', async ({ demo, duration, shown }) => {
  setSiteConfig({ demo })
  await renderWeb(<DetailFacts program={filmOf({ duration })} />)
  expect(screen.getByText(shown)).toBeTruthy()
})

test.each([
  ['normal', true],
  ['children', false],
] as const)('its rating and its comments are not shown to children: %s', async (pattern, isShown) => {
  const program = filmOf({ rating: 4.5, votes: 12 })
  await renderWeb(<DetailOverlay prefetchPlay={vi.fn<() => void>()} Opinions={() => <p>opinions</p>} />, {
    path: `/category/list?programId=${program.programId}`,
    reads: [[revampDetail, { program }]],
    pattern,
  })
  await screen.findByRole('dialog', { name: program.title })
  expect(screen.queryByText('opinions') !== null).toBe(isShown)
  expect(screen.queryByText(detail.votes('12')) !== null).toBe(isShown)
})
