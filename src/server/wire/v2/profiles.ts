import type { AvatarId } from '#contract/avatars.ts'
import * as rows from '#contract/profiles.ts'
import type { Genre } from '#contract/genres.ts'
import type { Language } from '#contract/languages.ts'
import type { OwnProfile } from '#server/domains/profiles/index.ts'
import { avatars as avatarsEn } from '#text/en_US/avatars.ts'
import { titles as titlesEn } from '#text/en_US/titles.ts'
import { avatars as avatarsZh } from '#text/zh_HK/avatars.ts'
import { titles as titlesZh } from '#text/zh_HK/titles.ts'
import { memberOf } from '../action/members.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'

const AVATARS: Record<Language, Record<AvatarId, string>> = { zh_HK: avatarsZh, en_US: avatarsEn }
const GENRES: Record<Language, Record<Genre, string>> = { zh_HK: titlesZh.genres, en_US: titlesEn.genres }

/** The profiles of an account, and what each likes. */
export const profiles = (on: Handle, { profiles }: Pick<Domains, 'profiles'>) => {
  on(rows.profileList, async (viewer) => ({
    data: { profiles: (await profiles.list(memberOf(viewer))).map(profileWords) },
  }))

  on(rows.chooseProfile, async (viewer, choice) => ({
    profile: profileWords(await profiles.choose(memberOf(viewer), choice)),
  }))

  on(rows.profileIcons, async ({ language }) => ({
    list: (await profiles.icons()).map(({ avatarId, url, kids }) => ({
      avatarId,
      name: AVATARS[language][avatarId],
      imageURL: url,
      kids,
    })),
  }))

  on(rows.createProfile, async (viewer, { name, avatarId, childrenModel }) => ({
    profile: profileWords(await profiles.create(memberOf(viewer), { name, avatarId, kids: childrenModel })),
  }))

  on(rows.updateProfile, async (viewer, { childrenModel, ...change }) => ({
    profile: profileWords(await profiles.update(memberOf(viewer), { ...change, kids: childrenModel })),
  }))

  on(rows.deleteProfile, async (viewer, { profileId }) => {
    await profiles.remove(memberOf(viewer), profileId)
    return {}
  })

  on(rows.preferenceList, async (viewer) => ({
    list: (await profiles.preferences(memberOf(viewer))).map(({ genre, selected }) => ({
      genre,
      name: GENRES[viewer.language][genre],
      selected,
    })),
  }))

  on(rows.updatePreferences, async (viewer, { genres }) => {
    await profiles.prefer(memberOf(viewer), genres)
    return {}
  })
}

const profileWords = (profile: OwnProfile): rows.Profile => ({
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
