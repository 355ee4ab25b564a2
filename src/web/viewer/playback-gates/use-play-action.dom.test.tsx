import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from '#web/kit/router.tsx'
import { MemoryRouter } from '../../../../test/support/memory-router.tsx'
import { afterEach, expect, test } from 'vitest'
import { parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { closeGates, isWarningAccepted, purchaseGate, type GatedTitle, warningGate } from './playback-gates.ts'
import { usePlayAction } from './use-play-action.ts'

const LINK = '#/play?programId=tram&programGuid=tram'
const warning = '暴力場面'

afterEach(closeGates)

function PlayButton({ title, isShort }: { title: GatedTitle; isShort: boolean }) {
  const action = usePlayAction(title, LINK, isShort)
  return 'href' in action ? (
    <a href={action.href} onClick={action.onClick}>
      play
    </a>
  ) : (
    <button type="button" onClick={action.onClick}>
      play
    </button>
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output>{`#${pathname}${search}`}</output>
}

function renderButton(facts: Partial<GatedTitle> = {}, isShort = false) {
  render(
    <MemoryRouter initialEntries={['/category/list']}>
      <PlayButton
        title={{ programId: 'tram', title: '霓虹', access: 'play', warning: '', ...facts }}
        isShort={isShort}
      />
      <Address />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const address = () => screen.getByRole('status').textContent
const answer = (isAccepted: boolean) =>
  act(async () => (warningGate.get() ?? parentalGate.get() ?? purchaseGate.get())?.answer(isAccepted))

test.each<[string, Partial<GatedTitle>]>([
  ['that may be played', {}],
  ['of which only a card is known', { access: undefined, warning: undefined }],
  ['that is refused: the player says why', { access: 'deny', warning }],
])('a title %s has a plain link', (_, facts) => {
  renderButton(facts)
  expect(screen.getByRole('link', { name: 'play' }).getAttribute('href')).toBe(LINK)
})

test('the player opens once the warning is accepted', async () => {
  const user = renderButton({ warning })
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(address()).toBe('#/category/list')
  expect(warningGate.get()?.request).toEqual({ warning })
  await answer(true)
  expect(address()).toBe(LINK)
  expect(isWarningAccepted('tram')).toBe(true)
})

test('a closed warning stays where it was, and opens again with the next click', async () => {
  const user = renderButton({ warning })
  await user.click(screen.getByRole('button', { name: 'play' }))
  await answer(false)
  expect(address()).toBe('#/category/list')
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(warningGate.get()).not.toBeNull()
})

test('the parental code comes before the warning', async () => {
  const user = renderButton({ access: 'parental', warning })
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(warningGate.get()).toBeNull()
  expect(parentalGate.get()?.request).toEqual({ purpose: 'watch' })
  await answer(true)
  expect(address()).toBe('#/category/list')
  expect(warningGate.get()).not.toBeNull()
  await answer(true)
  expect(address()).toBe(LINK)
})

test('a title on sale is bought after its warning, and then opens', async () => {
  localStorage.setItem('token', 'tok')
  const user = renderButton({ access: 'buy', warning })
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(purchaseGate.get()).toBeNull()
  await answer(true)
  expect(purchaseGate.get()?.request).toEqual({ programId: 'tram' })
  expect(address()).toBe('#/category/list')
  await answer(true)
  expect(address()).toBe(LINK)
})

test('too few credits lead to the top-up before the warning', async () => {
  localStorage.setItem('token', 'tok')
  const user = renderButton({ access: 'buy', warning }, true)
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(warningGate.get()).toBeNull()
  expect(purchaseGate.get()?.request).toEqual({ programId: 'tram' })
})

test('a purchase that is given up opens nothing', async () => {
  localStorage.setItem('token', 'tok')
  const user = renderButton({ access: 'buy' })
  await user.click(screen.getByRole('button', { name: 'play' }))
  await answer(false)
  expect(address()).toBe('#/category/list')
})

test('Back closes the gate: the player does not open', async () => {
  const user = renderButton({ access: 'parental' })
  await user.click(screen.getByRole('button', { name: 'play' }))
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')))
  expect(parentalGate.get()).toBeNull()
  expect(address()).toBe('#/category/list')
})

test('of a visitor “Log in to watch” is the login screen; the player is what opens afterwards', async () => {
  const user = renderButton({ access: 'login', warning })
  const link = screen.getByRole('link', { name: 'play' })
  expect(link.getAttribute('href')).toBe('#/login')
  await user.click(link)
  expect(loginPrompt.isOpen()).toBe(false)
  expect(takePendingAction()?.action).toEqual({ kind: 'play', to: LINK, title: '霓虹' })
})

test('in kids mode there is no way to the login', async () => {
  sessionStorage.setItem('kidsmode', 'true')
  const user = renderButton({ access: 'login' })
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(loginPrompt.isOpen()).toBe(true)
})

test('a member to whom an old answer still says login opens the player', async () => {
  localStorage.setItem('token', 'tok')
  const user = renderButton({ access: 'login' })
  await user.click(screen.getByRole('button', { name: 'play' }))
  expect(loginPrompt.isOpen()).toBe(false)
  expect(address()).toBe(LINK)
})
