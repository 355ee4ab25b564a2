import { join } from 'node:path'
import { type AvatarId, AVATARS, DEFAULT_AVATAR, isAvatar } from '#contract/avatars.ts'
import type { AvatarImages } from './ports.ts'

export type AvatarsDeps = {
  images: AvatarImages
  folder: string
  imageUrl: (key: string) => string
}

export type Avatars = ReturnType<typeof createAvatars>

/** Returns an avatar's URL. */
export type AvatarUrls = (avatarId: string) => string

export function createAvatars({ images, folder, imageUrl }: AvatarsDeps) {
  let cached: Promise<ReadonlyMap<AvatarId, string>> | undefined
  return { registerAll, urls }

  /** Registers every avatar. Idempotent. */
  async function registerAll(): Promise<ReadonlyMap<AvatarId, string>> {
    const urlsById = new Map<AvatarId, string>()
    for (const avatarId of AVATARS) {
      const file = join(folder, `${avatarId}.webp`)
      const key = await images.register({ file }, { name: `avatar-${avatarId}`, priority: 1 })
      urlsById.set(avatarId, imageUrl(key))
    }
    return urlsById
  }

  /** The URL of each avatar; an unknown id yields the default avatar. */
  async function urls(): Promise<AvatarUrls> {
    const urlsById = await (cached ??= registerAll().catch(resetCache))
    return (avatarId) => urlsById.get(isAvatar(avatarId) ? avatarId : DEFAULT_AVATAR) ?? ''
  }

  /** A failure is not cached: the next caller retries. */
  function resetCache(error: unknown): never {
    cached = undefined
    throw error
  }
}
