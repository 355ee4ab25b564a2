import { expect, test, vi } from 'vitest'
import { browserName, isMobileAgent, osName } from './device-capabilities.ts'

test('SPEC 4: iPhone, iPad and Android count as mobile', () => {
  expect(isMobileAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X)')).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Linux; Android 8.0.0)')).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5)).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 0)).toBe(false)
})

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`, 0, 'Chrome', 'Windows NT 10.0'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/140.0.0.0`, 0, 'Edge', 'Windows NT 10.0'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Safari/537.36 OPR/120.0.0.0`, 0, 'Opera', 'Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 0, 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 0, 'Chrome', 'CrOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`,
    0,
    'Safari',
    'Mac OS X 10.15.7',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, 5, 'Safari', 'iPadOS'],
  [`Mozilla/5.0 (iPad; CPU OS 14_0 like Mac OS X) ${APPLE} Version/14.0 Safari/604.1`, 5, 'Safari', 'iPadOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${APPLE} Version/17.4 Safari/604.1`,
    5,
    'Safari',
    'iPhone OS 17.4',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${APPLE} CriOS/140.0 Safari/604.1`,
    5,
    'Chrome',
    'iPhone OS 17.4',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${BLINK} SamsungBrowser/27.0 Safari/537.36`,
    5,
    'Samsung Internet',
    'Android 14',
  ],
  [`Mozilla/5.0 (Linux; Android 14) ${BLINK} Mobile Safari/537.36 MicroMessenger/8.0`, 5, 'WeChat', 'Android 14'],
  ['curl/8.0', 0, 'browser', 'unknown'],
] as const)('%s with %i fingers is %s on %s', (agent, touchPoints, browser, system) => {
  expect(browserName(agent)).toBe(browser)
  expect(osName(agent, touchPoints)).toBe(system)
})

test.each([
  ['a receiver with eight channels', 8, true],
  ['5.1 speakers', 6, true],
  ['a laptop', 2, false],
])('%s plays 5.1: %i channels, %s', async (...[, maxChannelCount, plays]) => {
  vi.resetModules()
  const close = vi.fn<() => Promise<void>>(async () => {})
  vi.stubGlobal(
    'AudioContext',
    class {
      destination = { maxChannelCount }
      close = close
    },
  )
  const { hasSurroundOutput } = await import('./device-capabilities.ts')
  expect([hasSurroundOutput(), hasSurroundOutput()]).toEqual([plays, plays])
  expect(close).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a browser without a sound device plays no 5.1', async () => {
  vi.resetModules()
  const { hasSurroundOutput } = await import('./device-capabilities.ts')
  expect(hasSurroundOutput()).toBe(false)
})
