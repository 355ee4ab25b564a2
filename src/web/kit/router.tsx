import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useState,
} from 'react'

/** Routes are hashes (`#/search?keyword=x`); the app finds the screen of a path in its own table (`createRouteTable`). */
export interface Path {
  pathname: string
  /** The query with its `?`, or empty. */
  search: string
}

export interface Location extends Path {
  /** What `navigate` stored with the history entry. */
  state: unknown
  /** Of the history entry; `default` for one that was made by typing an address. */
  key: string
}

export type NavigationType = 'push' | 'replace' | 'pop'

export interface NavigateOptions {
  replace?: boolean | undefined
  state?: unknown
}

/** Goes to a route (`/search?keyword=x`), or by a number of history steps. */
export type NavigateFunction = (to: string | Path | number, options?: NavigateOptions) => void

export interface RoutedLocation {
  location: Location
  type: NavigationType
}

/** An app may provide an earlier location than the router's, as during a transition. */
export const LocationContext = createContext<RoutedLocation | undefined>(undefined)
const NavigateContext = createContext<NavigateFunction | undefined>(undefined)

interface RouterProps extends RoutedLocation {
  navigate: NavigateFunction
  children: ReactNode
}

export function Router({ location, type, navigate, children }: RouterProps) {
  const current = useMemo(() => ({ location, type }), [location, type])
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={current}>{children}</LocationContext>
    </NavigateContext>
  )
}

export function HashRouter({ children }: { children: ReactNode }) {
  const [{ location, type }, setCurrent] = useState<RoutedLocation>(firstLocation)
  const shown = useRef(location)
  const show = useCallback((how: NavigationType) => {
    const next = currentLocation()
    startTransition(() =>
      setCurrent((now) => {
        const isSame = isSameEntry(now.location, next)
        return isSame && now.type === how ? now : { location: isSame ? now.location : next, type: how }
      }),
    )
  }, [])
  const navigate = useCallback<NavigateFunction>(
    (to, options = {}) => {
      if (typeof to === 'number') return history.go(to)
      writeEntry(typeof to === 'string' ? pathOf(to) : to, options)
      show(options.replace ? 'replace' : 'push')
    },
    [show],
  )
  useLayoutEffect(() => {
    shown.current = location
  }, [location])
  useLayoutEffect(() => {
    const onPop = () => show('pop')
    addEventListener('popstate', onPop)
    // A page that is hydrated in slices takes clicks before this: an address that changed meanwhile met no listener.
    if (!isSameEntry(shown.current, currentLocation())) onPop()
    return () => removeEventListener('popstate', onPop)
  }, [show])
  return (
    <Router location={location} type={type} navigate={navigate}>
      {children}
    </Router>
  )
}

export function Navigate({ to, replace, state }: NavigateOptions & { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state])
  return null
}

function useCurrent(): RoutedLocation {
  const current = useContext(LocationContext)
  if (!current) throw new Error('no router above')
  return current
}

export const useLocation = (): Location => useCurrent().location

export const useNavigationType = (): NavigationType => useCurrent().type

/** @throws outside of a router */
export function useNavigate(): NavigateFunction {
  const navigate = useContext(NavigateContext)
  if (!navigate) throw new Error('no router above')
  return navigate
}

type SetSearchParams = (
  next: URLSearchParams | Record<string, string> | ((now: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void

export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback<SetSearchParams>(
    (next, options) => {
      const params = new URLSearchParams(typeof next === 'function' ? next(query) : next).toString()
      navigate({ pathname, search: params && `?${params}` }, options)
    },
    [navigate, pathname, query],
  )
  return [query, change]
}

/** What a history entry holds of the router; other parts of it belong to others (`history-step.ts`). */
interface Entry {
  usr?: unknown
  key?: string
  /** Counts the entries, from 0. */
  idx?: number | null
}

const currentEntry = (): Entry => (history.state as Entry | null) ?? {}

export const numberOfEntry = (): number | undefined => currentEntry().idx ?? undefined

/** By the browser's address: `useLocation` lags behind, so a second click at once would count history steps from the wrong entry. */
export function currentLocation(): Location {
  const { usr = null, key = 'default' } = currentEntry()
  return { ...pathOf(location.hash.slice(1)), state: usr, key }
}

export function pathOf(route: string): Path {
  const query = route.indexOf('?')
  const pathname = query < 0 ? route : route.slice(0, query)
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: query < 0 || query === route.length - 1 ? '' : route.slice(query),
  }
}

const isSameEntry = (a: Location, b: Location): boolean =>
  a.key === b.key && a.pathname === b.pathname && a.search === b.search

function firstLocation(): RoutedLocation {
  if (numberOfEntry() === undefined) history.replaceState({ ...currentEntry(), idx: 0 }, '')
  return { location: currentLocation(), type: 'pop' }
}

function writeEntry({ pathname, search }: Path, { replace, state = null }: NavigateOptions): void {
  const number = numberOfEntry()
  const href = `#${pathname}${search}`
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10) }
  if (replace) return history.replaceState({ ...entry, idx: number }, '', href)
  try {
    history.pushState({ ...entry, idx: (number ?? 0) + 1 }, '', href)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    // iOS refuses more than 100 entries in 30 s.
    location.assign(href)
  }
}
