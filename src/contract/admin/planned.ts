import * as z from 'zod/mini'
import { emptyInput, id, instant } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed } from './forms.ts'

export const held = adminRead({
  path: '/planned/held',
  roles: ['catalogue'],
  summary: 'Planned publications that are held: their operators may not publish any more. The first to come first.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        plannedId: z.string(),
        kind: z.enum(['title', 'page']),
        /** Of a title. */
        title: z.nullable(z.object({ zh_HK: z.string(), en_US: z.string() })),
        at: instant,
        by: z.string(),
      }),
    ),
  }),
})

export const continuePlan = adminChange({
  path: '/planned/continue',
  roles: ['catalogue'],
  audit: 'continue plan',
  summary: 'Makes a planned publication that is held the operator’s own: it is carried out at its time, or at once.',
  input: change({ plannedId: id }),
  output: changed,
  refuses: ['CONFLICT'],
})
