import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useNavigationBridge } from './navigation-bridge.ts'
import { HashRouter, useLocation, useNavigate } from './router.tsx'
import { createRouteTable, type Route, routeHelper } from './routes.ts'
import { createSessionStore } from './session.ts'
import { storage } from './storage.ts'
import { useGuard, type Verdict } from './use-guard.ts'
import { useLinkNavigation } from './use-link-navigation.ts'
import { useScreenChange } from './use-screen-change.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useStore } from './use-store.ts'

/** An app of two screens, with a session, a flag and a guard of its own. */
interface DeskRoute extends Route {
  readonly open: boolean
}

const screenOf = (Screen: () => React.ReactNode) => ({ Screen, preload: vi.fn<() => void>() })
const route = routeHelper<DeskRoute>({ open: false })
const SIGN_IN = route({ name: 'SignIn', path: '/sign-in', open: true, screen: screenOf(() => <h1>Sign in</h1>) })
const TITLE = route({ name: 'Title', path: '/titles/:id', screen: screenOf(() => <h1>Title</h1>) })
const table = createRouteTable<DeskRoute & { name: 'SignIn' | 'Title' }>([SIGN_IN, TITLE], SIGN_IN)

interface Operator {
  readonly name: string | undefined
}
const NO_OPERATOR: Operator = { name: undefined }
const session = createSessionStore(
  NO_OPERATOR,
  () => [storage.session.get('operator')],
  (name): Operator => (name ? { name } : NO_OPERATOR),
)

function judge(pathname: string, { name }: Operator): Verdict {
  const route = table.find(pathname)
  if (name === undefined) return route?.open ? { does: 'stay' } : { does: 'ask', to: '/sign-in' }
  return route && !route.open ? { does: 'stay' } : { does: 'go', to: '/titles/first' }
}

const leave = vi.fn<(redirect: unknown, from: { pathname: string }) => undefined>()
const onShown = vi.fn<(name: string) => void>()

function Desk() {
  const location = useLocation()
  const navigate = useNavigate()
  const operator = useStore(session, (value) => value)
  const isOpen = useGuard(location.pathname, (pathname) => judge(pathname, operator), leave)
  const { name, screen: shown } = table.at(location.pathname)
  useNavigationBridge()
  useLinkNavigation()
  useScrollRestoration(location)
  useScreenChange(location.pathname, name, onShown)
  return (
    <main id="main" tabIndex={-1}>
      {isOpen ? <shown.Screen /> : null}
      <a href="#/titles/second?tab=cast">Second</a>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </main>
  )
}

const open = (route: string) => {
  history.replaceState(null, '', `#${route}`)
  return act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <HashRouter>
          <Desk />
        </HashRouter>
      </QueryClientProvider>,
    ),
  )
}
const signIn = () =>
  act(async () => {
    storage.session.set('operator', 'ada')
    session.changed()
  })
const heading = () => screen.getByRole('heading').textContent

beforeEach(() => {
  leave.mockClear()
  onShown.mockClear()
})

test('without a session its guard leads to the sign-in, and says from where', async () => {
  await open('/titles/a')
  expect(location.hash).toBe('#/sign-in')
  expect(heading()).toBe('Sign in')
  expect(leave).toHaveBeenCalledOnce()
  expect(leave.mock.lastCall?.[0]).toEqual({ does: 'ask', to: '/sign-in' })
  expect(leave.mock.lastCall?.[1]).toMatchObject({ pathname: '/titles/a' })
})

test('its own session opens its screens; links and Back navigate', async () => {
  await open('/sign-in')
  await signIn()
  expect(location.hash).toBe('#/titles/first')
  expect(heading()).toBe('Title')
  await act(async () => screen.getByRole('link').click())
  expect(location.hash).toBe('#/titles/second?tab=cast')
  expect(onShown).toHaveBeenLastCalledWith('Title')
  await act(async () => screen.getByRole('button').click())
  expect(location.hash).toBe('#/titles/first')
})

test('an unknown path shows home, and a screen is preloaded by its name', () => {
  expect(table.find('/nowhere')).toBeUndefined()
  expect(table.at('/nowhere/').name).toBe('SignIn')
  expect(table.find('/titles/7/')?.name).toBe('Title')
  table.preload('Title')
  expect(TITLE.screen.preload).toHaveBeenCalledOnce()
})

test('the session is the same object until a stored value differs', () => {
  storage.session.set('operator', 'ada')
  const before = session.get()
  expect(session.get()).toBe(before)
  storage.session.set('operator', 'ben')
  expect(session.get()).toEqual({ name: 'ben' })
  storage.session.remove('operator')
  expect(session.get()).toBe(NO_OPERATOR)
})

test('this app imports the kit alone', () => {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const imports = [...source.matchAll(/^import .* from '([#.][^']*)'/gm)].map(([, path]) => path)
  expect(imports.length).toBeGreaterThan(5)
  for (const path of imports) expect(path).toMatch(/^\.\/[\w.-]+$/)
})
