import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emptyOutput } from './wire-values.ts'

const tracking = z.optional(z.string().check(z.maxLength(200)))

/** A page view: the route's name, never its query, and the utm values kept in session (SPEC section 3). */
export const createVisit = endpoint({
  wire: 'v2',
  path: '/visit/create',
  viewer: 'anyone',
  kids: 'open',
  changes: true,
  summary: 'Records a page view.',
  input: z.object({
    route: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)),
    utm_source: tracking,
    utm_medium: tracking,
    utm_campaign: tracking,
    utm_term: tracking,
    utm_content: tracking,
  }),
  output: emptyOutput,
})
