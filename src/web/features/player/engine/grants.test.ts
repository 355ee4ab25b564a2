import { expect, test, vi } from 'vitest'
import { createGrants } from './grants.ts'

const master = (grant: string) => `https://h.example/v/${grant}/a1/master.m3u8`
const segment = (grant: string) => `https://h.example/v/${grant}/a1/v720/00002.m4s`

test('files that fail together are renewed by one order', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  expect(await Promise.all([grants.renew(segment('one')), grants.renew(master('one'))])).toEqual([true, true])
  expect(requestGrant).toHaveBeenCalledTimes(1)
  expect(grants.under(segment('one'))).toBe(segment('two'))
})

test('a file requested under the old grant needs no new order', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  expect(await grants.renew(segment('one'))).toBe(true)
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('a renewed grant that has served nothing is not renewed again', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  expect(await grants.renew(segment('two'))).toBe(false)
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('a grant that has served a file is renewed again when it expires', async () => {
  const names = ['two', 'three']
  const requestGrant = vi.fn(async () => master(names.shift()!))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  grants.served(segment('one'))
  expect(await grants.renew(segment('two'))).toBe(false)
  grants.served(segment('two'))
  expect(await grants.renew(segment('two'))).toBe(true)
  expect(grants.master()).toBe(master('three'))
})

test('a refused order leaves the old grant, and the next failure may order again', async () => {
  const requestGrant = vi.fn(() => Promise.reject(new Error('403')))
  const grants = createGrants(master('one'), requestGrant)
  expect(await grants.renew(segment('one'))).toBe(false)
  expect(grants.master()).toBe(master('one'))
  await grants.renew(segment('one'))
  expect(requestGrant).toHaveBeenCalledTimes(2)
})
