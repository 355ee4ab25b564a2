import { type AvatarId, DEFAULT_AVATAR } from '#contract/avatars.ts'
import type { Genre } from '#contract/genres.ts'
import type { Language } from '#contract/languages.ts'
import * as endpoints from '#contract/profiles.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { OwnProfile } from '#server/domains/profiles/index.ts'
import { avatars as avatarsEn } from '#text/en_US/profiles.ts'
import { titles as titlesEn } from '#text/en_US/titles.ts'
import { preview as previewEn } from '#text/en_US/preview.ts'
import { avatars as avatarsZh } from '#text/zh_HK/profiles.ts'
import { preview as previewZh } from '#text/zh_HK/preview.ts'
import { titles as titlesZh } from '#text/zh_HK/titles.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'

const AVATAR_NAMES: Record<Language, Record<AvatarId, string>> = { zh_HK: avatarsZh, en_US: avatarsEn }
const GENRE_NAMES: Record<Language, Record<Genre, string>> = { zh_HK: titlesZh.genres, en_US: titlesEn.genres }

const PREVIEW_NAMES: Record<Language, string> = { zh_HK: previewZh.profileName, en_US: previewEn.profileName }

export const profiles = bind(endpoints, ({ profiles }) => ({
  profileList: async (viewer) => ({
    data: {
      profiles: viewer.preview ? [profileOfPreview(viewer)] : (await profiles.list(viewer)).map(toProfileResponse),
    },
  }),

  chooseProfile: async (viewer, choice) => ({ profile: toProfileResponse(await profiles.choose(viewer, choice)) }),

  profileIcons: async ({ language }) => ({
    list: (await profiles.icons()).map(({ avatarId, url, kids }) => ({
      avatarId,
      name: AVATAR_NAMES[language][avatarId],
      imageURL: url,
      kids,
    })),
  }),

  createProfile: async (viewer, { name, avatarId, childrenModel }) => ({
    profile: toProfileResponse(await profiles.create(viewer, { name, avatarId, kids: childrenModel })),
  }),

  updateProfile: async (viewer, { childrenModel, ...change }) => ({
    profile: toProfileResponse(await profiles.update(viewer, { ...change, kids: childrenModel })),
  }),

  deleteProfile: async (viewer, { profileId }) => {
    await profiles.remove(viewer, profileId)
    return {}
  },

  preferenceList: async (viewer) => ({
    list: (await profiles.preferences(viewer)).map(({ genre, selected }) => ({
      genre,
      name: GENRE_NAMES[viewer.language][genre],
      selected,
    })),
  }),

  updatePreferences: async (viewer, { genres }) => {
    await profiles.setPreferredGenres(viewer, genres)
    return {}
  },
}))

/** The only one of an account that does not exist. */
const profileOfPreview = ({ sessionId, kids, language }: MemberViewer): endpoints.Profile => ({
  profileId: sessionId,
  name: PREVIEW_NAMES[language],
  avatar: '',
  avatarId: DEFAULT_AVATAR,
  childrenModel: kids,
  preferences: [],
  deletable: false,
  current: true,
})

const toProfileResponse = (profile: OwnProfile): endpoints.Profile => ({
  profileId: profile.profileId,
  name: profile.name,
  avatar: profile.avatar,
  avatarId: profile.avatarId,
  childrenModel: profile.kids,
  preferences: profile.genres,
  lastUsedAt: profile.lastUsedAt ? wireInstant(profile.lastUsedAt) : undefined,
  deletable: profile.deletable,
  current: profile.current,
})
