import { act, render, renderHook } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  currentLocation,
  HashRouter,
  Navigate,
  numberOfEntry,
  pathOf,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from './router.tsx'

const wrapper = ({ children }: { children: ReactNode }) => <HashRouter>{children}</HashRouter>
const use = () => ({
  at: useLocation(),
  type: useNavigationType(),
  navigate: useNavigate(),
  query: useSearchParams(),
})
const open = () => renderHook(use, { wrapper }).result

beforeEach(() => history.replaceState(null, '', '#/list?page=2'))
afterEach(() => vi.restoreAllMocks())

describe('a route', () => {
  test.each([
    ['/list', '/list', ''],
    ['/list?a=1&b=?', '/list', '?a=1&b=?'],
    ['/list?', '/list', ''],
    ['', '/', ''],
    ['list', '/list', ''],
  ])('%s', (route, pathname, search) => {
    expect(pathOf(route)).toEqual({ pathname, search })
  })
})

describe('the hash router', () => {
  test('starts at the address, whose history entry it numbers', () => {
    const { current } = open()
    expect(current.at).toEqual({ pathname: '/list', search: '?page=2', state: null, key: 'default' })
    expect(current.type).toBe('pop')
    expect(numberOfEntry()).toBe(0)
  })

  test('follows an address that changed between the first render and its effects', () => {
    const Click = () => {
      useLayoutEffect(() => history.replaceState(null, '', '#/login'), [])
      return useLocation().pathname
    }
    const { container } = render(<Click />, { wrapper })
    expect(container.textContent).toBe('/login')
  })

  test('a navigation adds an entry with its state, a replacing one changes it', async () => {
    const result = open()
    const before = history.length
    await act(async () => result.current.navigate('/title?id=a', { state: { from: 'list' } }))
    expect(location.hash).toBe('#/title?id=a')
    expect(result.current.at).toMatchObject({ pathname: '/title', search: '?id=a', state: { from: 'list' } })
    expect(result.current.type).toBe('push')
    expect(numberOfEntry()).toBe(1)
    expect(history.length).toBe(before + 1)
    const { key } = result.current.at
    await act(async () => result.current.navigate({ pathname: '/title', search: '?id=b' }, { replace: true }))
    expect(result.current.at).toMatchObject({ search: '?id=b', state: null })
    expect(result.current.at.key).not.toBe(key)
    expect(result.current.type).toBe('replace')
    expect(numberOfEntry()).toBe(1)
    expect(history.length).toBe(before + 1)
  })

  test('Back returns to the entry before, with its state', async () => {
    const result = open()
    await act(async () => result.current.navigate('/list', { state: 'first' }))
    await act(async () => result.current.navigate('/title'))
    await act(async () => result.current.navigate(-1))
    expect(result.current.at).toMatchObject({ pathname: '/list', state: 'first' })
    expect(result.current.type).toBe('pop')
  })

  test('the address is known before the location follows', async () => {
    const result = open()
    act(() => {
      result.current.navigate('/title')
      expect(currentLocation().pathname).toBe('/title')
    })
  })

  test('a step of another within the entry leaves the location as it is', async () => {
    const result = open()
    await act(async () => result.current.navigate('/title'))
    const { at, navigate } = result.current
    await act(async () => {
      history.pushState({ ...(history.state as object), layer: 'menu' }, '')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(result.current.at).toBe(at)
    expect(result.current.navigate).toBe(navigate)
  })

  test('a typed address has no number, and the next entry counts from it', async () => {
    const result = open()
    await act(async () => {
      history.pushState(null, '', '#/typed')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(result.current.at).toMatchObject({ pathname: '/typed', key: 'default' })
    expect(numberOfEntry()).toBeUndefined()
    await act(async () => result.current.navigate('/next'))
    expect(numberOfEntry()).toBe(1)
  })

  test('where the browser takes no more entries, the address changes all the same', async () => {
    const result = open()
    vi.spyOn(history, 'pushState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError')
    })
    await act(async () => result.current.navigate('/title'))
    expect(location.hash).toBe('#/title')
  })

  test('a state that cannot be stored is refused', () => {
    const result = open()
    vi.spyOn(history, 'pushState').mockImplementation(() => {
      throw new DOMException('a function', 'DataCloneError')
    })
    expect(() => result.current.navigate('/title', { state: () => {} })).toThrow('a function')
    expect(location.hash).toBe('#/list?page=2')
  })
})

describe('the query', () => {
  test('another query is a navigation within the path', async () => {
    const result = open()
    const [query, change] = result.current.query
    expect(query.get('page')).toBe('2')
    await act(async () => change({ page: '3' }, { state: 'kept' }))
    expect(result.current.at).toMatchObject({ pathname: '/list', search: '?page=3', state: 'kept' })
    expect(result.current.type).toBe('push')
  })

  test('is made from the present one, and leaves nothing when it is empty', async () => {
    const result = open()
    await act(async () =>
      result.current.query[1](
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('page')
          return next
        },
        { replace: true },
      ),
    )
    expect(location.hash).toBe('#/list')
    expect(result.current.type).toBe('replace')
  })
})

test('Navigate goes once, though it is rendered again', async () => {
  const element = () => (
    <HashRouter>
      <Navigate to="/title" />
    </HashRouter>
  )
  const before = history.length
  const { rerender } = render(element())
  rerender(element())
  expect(location.hash).toBe('#/title')
  expect(history.length).toBe(before + 1)
})

test('a fixed location is rendered without a browser', () => {
  const Path = () => <p>{useLocation().pathname}</p>
  const at = { pathname: '/home', search: '', state: null, key: 'default' }
  const html = renderToString(
    <Router location={at} type="pop" navigate={() => {}}>
      <Path />
    </Router>,
  )
  expect(html).toBe('<p>/home</p>')
})

test('outside of a router nothing navigates', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useNavigate())).toThrow('no router above')
})
