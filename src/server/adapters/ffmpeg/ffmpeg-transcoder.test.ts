import { expect, test } from 'vitest'
import { createProber } from './ffmpeg-transcoder.ts'
import type { Programs } from './process.ts'

/** A program that prints packets, and ends with a code. */
const programThatEnds = (code: number | null): Pick<Programs, 'probe'> => ({
  probe: async (_args, options) => {
    for (const pts of ['0.000000', '0.040000']) options?.onLine?.(`0,${pts},${pts},0.040000`)
    return { code, signal: null, stdout: '', stderr: '' }
  },
})

test.each([139, 1, null])('packets of a program that ends with %s are not the whole file', async (code) => {
  const { scan } = createProber(programThatEnds(code) as Programs)
  await expect(scan('film.mkv')).rejects.toMatchObject({ code: 'DAMAGED' })
})

test('packets of a program that ends well are', async () => {
  const { scan } = createProber(programThatEnds(0) as Programs)
  expect([...(await scan('film.mkv')).keys()]).toEqual([0])
})
