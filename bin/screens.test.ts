import path from 'node:path'
import { expect, test } from 'vitest'

const { screensRun } = (await import(path.join(import.meta.dirname, 'screens.js'))) as {
  screensRun(args: string[], folder: string): { args: string[]; variables: Record<string, string> }
}

test('pictures go to the folder in which the command was typed, or where --out says', () => {
  expect(screensRun([], '/home/ann').variables).toEqual({
    PICTURES: 'take',
    SCREENS_OUT: '/home/ann/screens',
    SCREENS_ONLY: '',
    SCREENS_WIDTH: '',
    SCREENS_STATE: '',
  })
  const { args, variables } = screensRun(
    ['--out', '/tmp/x', '--only', 'Login,/play', '--width', '1100', '--state', 'error'],
    '/home/ann',
  )
  expect(args).toEqual(['--project', 'screens'])
  expect(variables).toMatchObject({
    SCREENS_OUT: '/tmp/x',
    SCREENS_ONLY: 'Login,/play',
    SCREENS_WIDTH: '1100',
    SCREENS_STATE: 'error',
  })
})

test('--baselines takes only the pictures that are compared', () => {
  const { args, variables } = screensRun(['--baselines'], '/home/ann')
  expect(args).toEqual(['--project', 'pictures'])
  expect(variables).toEqual({ PICTURES: 'renew' })
})

test.each([['--width', 'wide'], ['--state', 'broken'], ['--width', '12'], ['--widht', '820'], ['Login']])(
  'refuses %s %s',
  (...args) => {
    expect(() => screensRun(args, '/home/ann')).toThrow('npm run screens')
  },
)
