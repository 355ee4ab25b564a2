import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page, pageSize } from './paging.ts'
import { cardList, programCard } from './programs.ts'
import { id } from './wire-values.ts'

const recommended = z.object({ program: programCard, reason: z.optional(z.string()) })

export const similarRcmd = endpoint({
  wire: 'v2',
  path: '/similarRcmd',
  cost: 5,
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'Titles like this one: those of its type first, of each type the most alike; each with the reason.',
  input: z.object({ programId: id, page, pageSize }),
  // Clients of version 0.1 read the card's fields beside `program`.
  output: z.object({ ...cardList, list: z.array(z.extend(programCard, recommended.shape)) }),
  refuses: ['NOT_FOUND'],
})

export const getRecommendation = endpoint({
  wire: 'v2',
  path: '/getRecommendation',
  cost: 20,
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'Recommended titles, each with the reason.',
  input: z.object({ page, pageSize }),
  output: z.object({ ...cardList, list: z.array(recommended) }),
})
