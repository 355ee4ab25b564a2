import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { CallError, type Failure } from '#web/kit/envelope.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { renderWeb } from '../../../../../test/support/render-web.tsx'
import { PlayFailed } from './play-waiting.tsx'

const open = (errorCode: Failure['errorCode']) =>
  renderWeb(
    <PlayFailed
      error={new CallError({ result: 'FAILED', errorCode, message: '未能載入', requestId: 'req-7' } as Failure)}
      programId="tram"
      onRetry={() => {}}
    />,
  )

test.each([
  ['NETWORK', '4001'],
  ['INTERNAL', 'INTERNAL'],
] as const)('a title that could not be loaded (%s) leads to the page of %s', async (errorCode, code) => {
  await open(errorCode)
  expect(await screen.findByText(text.failure.code(code))).toBeTruthy()
  expect(screen.getByRole('link', { name: text.failure.help }).getAttribute('href')).toBe(`#/help/error/${code}`)
})

test('a request without a response blames the network only while there is none', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open('NETWORK')
  expect(await screen.findByText(text.failure.detail.text)).toBeTruthy()
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.getByText(text.failure.unanswered)).toBeTruthy()
  online.mockRestore()
})

test('a title that could not be loaded by our fault says so, with what our log knows it by', async () => {
  await open('INTERNAL')
  expect(await screen.findByText(text.failure.server.text)).toBeTruthy()
  expect(screen.getByText(text.failure.reference('req-7'))).toBeTruthy()
})

test('a title that does not exist has no code and no page of one', async () => {
  await open('NOT_FOUND')
  expect(await screen.findByText(text.failure.unknown.title)).toBeTruthy()
  expect(screen.queryByRole('link', { name: text.failure.help })).toBeNull()
})

test.each([
  ['INTERNAL', text.failure.server.title],
  ['NETWORK', text.failure.detail.title],
  ['NOT_FOUND', text.failure.unknown.title],
] as const)('%s has a main heading, as every screen', async (errorCode, name) => {
  await open(errorCode)
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
})

test('a malformed id names no title: neither a code nor the sentence of a form', async () => {
  await open('INVALID_INPUT')
  expect(await screen.findByText(text.failure.unknown.title)).toBeTruthy()
  expect(screen.getByText(text.failure.unknown.text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.failure.retry })).toBeNull()
})

test.each(['NETWORK', 'INTERNAL', 'NOT_FOUND', 'INVALID_INPUT'] as const)(
  '%s leaves a way back: without a page before, home',
  async (errorCode) => {
    const { at, user } = await open(errorCode)
    await user.click(await screen.findByRole('button', { name: text.back }))
    expect(at.current).toBe(PATHS.home)
  },
)
