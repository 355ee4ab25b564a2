import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emptyOutput } from './wire-values.ts'

const TRACKING_MAX = 64

const tracking = z.optional(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((value) => Array.from(value).slice(0, TRACKING_MAX).join('')),
  ),
)

export const createVisit = endpoint({
  wire: 'v2',
  path: '/visit/create',
  deadToken: 'ignored',
  viewer: 'anyone',
  kids: 'open',
  changes: true,
  summary: 'Records a page view: the route’s name and the utm values, never its query.',
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
