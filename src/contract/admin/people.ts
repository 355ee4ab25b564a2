import * as z from 'zod/mini'
import { id, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query, reasonedChange } from './forms.ts'

const name = z.object({
  zh_HK: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  en_US: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})

const shown = z.object({ zh_HK: z.string(), en_US: z.string() })
/** At most three. */
const works = z.array(z.object({ programId: z.string(), title: shown }))

export const PEOPLE_SORTS = ['name', '-name'] as const

export const list = adminRead({
  path: '/people/list',
  roles: ['catalogue'],
  summary: 'All people, with how many titles name them.',
  input: query({ text: z.optional(z.string().check(z.maxLength(100))) }, PEOPLE_SORTS),
  output: pageOf(z.object({ personId: z.string(), name: shown, version: z.number(), works, titles: z.number() })),
})

export const search = adminRead({
  path: '/people/search',
  roles: ['catalogue'],
  summary: 'People by name, with known works, so that two of one name are told apart.',
  input: z.object({ text: z.string().check(z.maxLength(100)) }),
  output: z.object({
    list: z.array(
      z.object({
        personId: z.string(),
        name: shown,
        version: z.number(),
        works,
      }),
    ),
  }),
})

export const save = adminChange({
  path: '/people/save',
  roles: ['catalogue'],
  audit: 'save person',
  summary:
    'Renames a person, in all titles at once, if the name is that of `version`; without an id another person, also of a name that is taken.',
  input: change({ personId: z.optional(id), name }),
  output: z.object({ ...changed.shape, personId: z.string() }),
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const merge = adminChange({
  path: '/people/merge',
  roles: ['catalogue'],
  audit: 'merge people',
  summary:
    'Two entries of one person become one: the titles of `from` name `into`. Refused if one was renamed since. Cannot be undone.',
  input: reasonedChange({
    from: id,
    into: id,
    versions: z.object({ from: whole(1, 999_999_999), into: whole(1, 999_999_999) }),
  }),
  output: z.object({ ...changed.shape, titles: z.number() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
