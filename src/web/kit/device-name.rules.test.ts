import { expect, test } from 'vitest'
import { deviceKind, deviceLabel, deviceLabels } from './device-name.rules.ts'

test.each([
  ['Chrome · Windows NT 10.0', 'Chrome · Windows', 'computer'],
  ['Safari · Mac OS X 10.15.7', 'Safari · macOS', 'computer'],
  ['Firefox · Linux', 'Firefox · Linux', 'computer'],
  ['Chrome · CrOS', 'Chrome · ChromeOS', 'computer'],
  ['Samsung Internet · Android 14', 'Samsung Internet · Android 14', 'phone'],
  ['Safari · iPhone OS 17.4', 'Safari · iOS 17.4', 'phone'],
  ['Safari · iPadOS', 'Safari · iPadOS', 'phone'],
  ['browser · unknown', 'browser', 'computer'],
  ['Chrome · unknown', 'Chrome', 'computer'],
  ['Win32 · Windows NT 10.0', 'Windows', 'computer'],
  ['MacIntel · Mac OS X 10.15.7', 'macOS', 'computer'],
  ['Linux x86_64 · Linux', 'Linux', 'computer'],
  ['Linux armv81 · Android 14', 'Android 14', 'phone'],
  ['iPhone · iPhone OS 17.4', 'iPhone · iOS 17.4', 'phone'],
  ['Pixel 9 · Android 16', 'Pixel 9 · Android 16', 'phone'],
  ['Living room TV', 'Living room TV', 'tv'],
  ['未知裝置', '未知裝置', 'computer'],
] as const)('%s is called %s', (name, label, kind) => {
  expect(deviceLabel(name)).toBe(label)
  expect(deviceKind(name)).toBe(kind)
})

test('devices that read alike are numbered by their logins, in any order of the list', () => {
  const devices = [
    { deviceId: 'a', name: 'Chrome · Windows NT 10.0', loggedInAt: '2026-11-22T10:00:00+08:00' },
    { deviceId: 'c', name: 'Chrome · Windows', loggedInAt: '2026-11-22T01:00:00Z' },
    { deviceId: 'b', name: 'Safari · iPhone OS 17.4', loggedInAt: '2026-11-21T00:00:00Z' },
  ]
  const labels = { a: 'Chrome · Windows (2)', b: 'Safari · iOS 17.4', c: 'Chrome · Windows' }
  expect(Object.fromEntries(deviceLabels(devices))).toEqual(labels)
  expect(Object.fromEntries(deviceLabels([devices[2]!, devices[1]!, devices[0]!]))).toEqual(labels)
})
