import * as z from 'zod/mini'
import { AVATARS } from './avatars.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { emptyInput, emptyOutput, flag, id, instant, listOf } from './wire-values.ts'
import { GENRES } from './genres.ts'

/** Deleted ones not counted (PRODUCT section 4). */
export const PROFILES_MAX = 5

const genres = z.array(z.enum(GENRES))
const avatarId = z.enum(AVATARS)

export const profile = z.object({
  profileId: id,
  name: z.string(),
  avatar: z.string(),
  avatarId: id,
  childrenModel: z.boolean(),
  preferences: genres,
  lastUsedAt: z.optional(instant),
  deletable: z.boolean(),
  current: z.boolean(),
})
export type Profile = z.output<typeof profile>

const one = z.object({ profile })

export const profileList = endpoint({
  wire: 'v2',
  path: '/profile/list',
  viewer: 'member',
  kids: 'open',
  summary: "The account's profiles, the last used first.",
  input: emptyInput,
  output: z.object({ data: z.object({ profiles: z.array(profile) }) }),
})

export const chooseProfile = endpoint({
  wire: 'v2',
  path: '/profile/choose',
  viewer: 'member',
  kids: 'open',
  changes: true,
  summary: "Chooses the session's profile. Leaving a kids profile takes the parental code.",
  input: z.object({ profileId: id, parentalCode: z.optional(field.parentalCode) }),
  output: one,
  refuses: ['NOT_FOUND', 'PARENTAL_CODE_REQUIRED', 'WRONG_PARENTAL_CODE', 'TOO_MANY_TRIES'],
})

export const profileIcons = endpoint({
  wire: 'v2',
  path: '/profile/icons',
  viewer: 'member',
  summary: 'The avatars to choose from.',
  input: emptyInput,
  output: z.object({
    list: z.array(z.object({ avatarId: id, name: z.string(), imageURL: z.string(), kids: z.boolean() })),
  }),
})

export const createProfile = endpoint({
  wire: 'v2',
  path: '/profile/create',
  viewer: 'member',
  changes: true,
  summary: 'Adds a profile.',
  input: z.object({ name: field.profileName, avatarId, childrenModel: z._default(flag, false) }),
  output: one,
  refuses: ['INVALID_INPUT', 'CONFLICT'],
})

export const updateProfile = endpoint({
  wire: 'v2',
  path: '/profile/update',
  viewer: 'member',
  changes: true,
  summary: 'Changes a profile. A kids profile becomes a normal one only while the session is unlocked.',
  input: z.object({
    profileId: id,
    name: z.optional(field.profileName),
    avatarId: z.optional(avatarId),
    childrenModel: z.optional(flag),
  }),
  output: one,
  refuses: ['NOT_FOUND', 'INVALID_INPUT', 'PARENTAL_CODE_REQUIRED', 'NOT_ALLOWED'],
})

export const deleteProfile = endpoint({
  wire: 'v2',
  path: '/profile/delete',
  viewer: 'member',
  changes: true,
  summary: 'Deletes a profile with its favourites and history.',
  input: z.object({ profileId: id }),
  output: emptyOutput,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const preferenceList = endpoint({
  wire: 'v2',
  path: '/profile/preference/list',
  viewer: 'member',
  kids: 'open',
  summary: "The genres, with the profile's choice.",
  input: emptyInput,
  output: z.object({ list: z.array(z.object({ genre: z.enum(GENRES), name: z.string(), selected: z.boolean() })) }),
  refuses: ['NOT_ALLOWED'],
})

export const updatePreferences = endpoint({
  wire: 'v2',
  path: '/profile/preference/update',
  viewer: 'member',
  changes: true,
  summary: 'Sets the genres that the profile likes, three at most.',
  input: z.object({ genres: listOf(field.genre).check(z.maxLength(field.GENRES_MAX)) }),
  output: emptyOutput,
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})
