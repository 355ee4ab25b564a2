import * as z from 'zod/mini'
import { id } from '../wire-values.ts'
import { adminRead } from './endpoint.ts'

export const frames = adminRead({
  path: '/images/frames',
  roles: ['catalogue'],
  summary: 'Frames of a film, as images that a title may use.',
  input: z.object({ programGuid: id }),
  output: z.object({ list: z.array(z.object({ image: z.string() })) }),
})
